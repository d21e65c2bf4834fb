import { escapeHtml, isImagePath } from "@kalends/core";
import type { WxrImage } from "./wxr-images.ts";

/** Images that the galleries and captions of a text may refer to. */
export interface TextImages {
  readonly images: ReadonlyMap<number, WxrImage>;
  /** Ids of the images attached to a post, by post id, in the order of the export. */
  readonly attached: ReadonlyMap<number, readonly number[]>;
}

const GALLERY = /\[gallery(\s[^[\]]{0,1000})?\]/gi;
const CAPTION = /\[caption(\s[^[\]]{0,1000})?\]([^[]{0,5000})\[\/caption\]/gi;
/** Matches an `img` element, with or without a link around it, and the text after it. */
const PICTURE = /^\s*((?:<a\s[^<>]*>\s*)?<img\s[^<>]*>\s*(?:<\/a>)?)(.*)$/is;

const attributeOf = (attributes: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, "i")
    .exec(attributes)
    ?.slice(1)
    .find(Boolean) ?? "";

const idsIn = (list: string): readonly number[] =>
  list.split(",").flatMap((text) => (/^\s*\d{1,15}\s*$/.test(text) ? [Number(text)] : []));

/**
 * Returns the ids of the images that the galleries in a text list. `isOpen` is true if a gallery lists none
 * and so shows all images attached to its post.
 */
export const galleriesIn = (text: string): { readonly ids: readonly number[]; readonly isOpen: boolean } => {
  const named = text.includes("[gallery")
    ? [...text.matchAll(GALLERY)].map(([, attributes = ""]) => idsOfGallery(attributes))
    : [];
  return { ids: named.flat(), isOpen: named.some((ids) => ids.length === 0) };
};

const idsOfGallery = (attributes: string): readonly number[] =>
  idsIn(attributeOf(attributes, "ids") || attributeOf(attributes, "include"));

const figure = (name: string, picture: string, caption: string): string => {
  const below = caption === "" ? "" : `<figcaption class="wp-caption-text">${caption}</figcaption>`;
  return `<figure class="${name}">${picture}${below}</figure>`;
};

/**
 * Returns a text of an export with HTML figures in place of the shortcodes `[caption]` and `[gallery]`. A
 * gallery stays unchanged if the export has none of its images.
 * Source: rules/choices.md#import-texts.
 */
export const withFigures = (text: string, id: number, { images, attached }: TextImages): string => {
  if (!text.includes("[")) return text;
  return text
    .replace(CAPTION, (written: string, attributes = "", contents = "") => {
      const [, picture = "", rest = ""] = PICTURE.exec(contents) ?? [];
      if (picture === "") return written;
      const align = /^align(?:left|right|center|none)$/.exec(attributeOf(attributes, "align"))?.[0];
      const caption = rest.trim() || escapeHtml(attributeOf(attributes, "caption"));
      return `\n\n${figure(align === undefined ? "wp-caption" : `wp-caption ${align}`, picture.trim(), caption)}\n\n`;
    })
    .replace(GALLERY, (written: string, attributes = "") => {
      const named = idsOfGallery(attributes);
      const ids = named.length > 0 ? named : (attached.get(id) ?? []);
      const shown = ids
        .flatMap((one) => images.get(one) ?? [])
        .filter(({ url }) => isImagePath(new URL(url).pathname));
      if (shown.length === 0) return written;
      const figures = shown.map(({ url, alt = "" }) =>
        figure("gallery-item", `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" />`, ""),
      );
      return `\n\n<div class="gallery">${figures.join("")}</div>\n\n`;
    });
};
