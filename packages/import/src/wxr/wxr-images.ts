import { type PhpValue, readPhpValue } from "./php-serialized.ts";
import type { WxrElement } from "./wxr-elements.ts";

/** An image in the form that this API shows. Members are absent if the export lacks them. */
export interface WxrImage {
  readonly id: number;
  readonly url: string;
  readonly extension?: string;
  /** Width in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** File size in bytes. */
  readonly filesize?: number;
  readonly sizes?: Readonly<Record<string, Readonly<Record<string, number | string>>>>;
  readonly alt?: string;
}

/** Returns the image of an attachment item; `undefined` if the item has no URL. */
export const toWxrImage = (id: number, element: WxrElement): WxrImage | undefined => {
  const url = element.text("wp:attachment_url") || element.text("guid");
  if (!URL.canParse(url)) return undefined;
  const metadata = readPhpValue(element.meta("_wp_attachment_metadata")[0] ?? "");
  const members = isMap(metadata) ? metadata : new Map<string, PhpValue>();
  const extension = /\.(\w{1,5})$/.exec(new URL(url).pathname)?.[1];
  const sizes = toSizes(members.get("sizes"), url);
  const [alt = ""] = element.meta("_wp_attachment_image_alt");
  return {
    id,
    url,
    ...(extension !== undefined && { extension }),
    ...numbersOf(members, ["width", "height", "filesize"]),
    ...(sizes !== undefined && { sizes }),
    ...(alt !== "" && { alt }),
  };
};

const isMap = (value: PhpValue | undefined): value is ReadonlyMap<string, PhpValue> => value instanceof Map;

const numbersOf = (
  members: ReadonlyMap<string, PhpValue>,
  names: readonly string[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = Number(members.get(name) ?? 0);
      return Number.isSafeInteger(value) && value > 0 ? [[name, value] as const] : [];
    }),
  );

/** Returns the smaller sizes of an image. Their files are in the same folder as the original. */
const toSizes = (sizes: PhpValue | undefined, url: string): WxrImage["sizes"] => {
  if (!isMap(sizes)) return undefined;
  const shown = [...sizes].flatMap(([name, size]) => {
    const file = isMap(size) ? size.get("file") : undefined;
    if (!isMap(size) || typeof file !== "string" || !URL.canParse(encodeURIComponent(file), url)) return [];
    const mimeType = size.get("mime-type");
    return [
      [
        name,
        {
          ...numbersOf(size, ["width", "height", "filesize"]),
          "mime-type": typeof mimeType === "string" ? mimeType : "",
          url: new URL(encodeURIComponent(file), url).href,
        },
      ] as const,
    ];
  });
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
};
