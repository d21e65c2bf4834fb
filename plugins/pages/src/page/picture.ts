import type { Image, Presenter } from "@kalends/core/plugin";
import { toText } from "../seo/plain.ts";
import { type Html, html } from "./html.ts";

/** The largest share of width that shapes may differ by: sizes that are cut to another shape are left out. */
const SHAPE = 0.03;

interface PictureOptions {
  /** How wide it is shown, as an attribute `sizes`. */
  readonly width: string;
  readonly className?: string;
  /** Whether it may come when it is scrolled to. */
  readonly isLazy?: boolean;
}

/** An image in its sizes; without an alternative text it says nothing that the text beside it does not. */
export const picture = (
  present: Presenter,
  image: Image,
  { width, className, isLazy = false }: PictureOptions,
): Html => {
  const shape = (image.width ?? 0) / (image.height ?? 1);
  const sources = [
    ...Object.values(image.sizes),
    { ...image, width: image.width ?? 0, height: image.height ?? 1 },
  ]
    .filter((size) => size.width > 0 && Math.abs(size.width / size.height / shape - 1) < SHAPE)
    .map((size) => `${present.imageUrl(size)} ${size.width}w`);
  return html`<img${className !== undefined && html` class="${className}"`} src="${present.imageUrl(image)}"${
    sources.length > 1 && html` srcset="${sources.join(", ")}" sizes="${width}"`
  }${image.width !== undefined && image.height !== undefined && html` width="${image.width}" height="${image.height}"`} alt="${toText(image.alt ?? "")}"${
    isLazy && html` loading="lazy"`
  } decoding="async">`;
};
