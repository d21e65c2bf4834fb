import type { Image, Presenter } from "@kalends/core/plugin";
import { toText } from "../seo/plain.ts";
import { type Html, html } from "./html.ts";

/**
 * Maximum relative difference between the aspect ratio of a size and that of the original image. Sizes
 * cropped to another shape exceed it and are not used.
 */
const SHAPE = 0.03;

interface PictureOptions {
  /** Display width for the attribute `sizes`. */
  readonly width: string;
  readonly className?: string;
  /** True if the browser may load the image only when it scrolls into view. */
  readonly isLazy?: boolean;
}

/**
 * Returns an `img` element that lists all available sizes in `srcset`. An image without an alternative text
 * gets an empty `alt` and counts as decorative.
 */
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
