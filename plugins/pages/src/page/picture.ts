import type { Image, Presenter } from "@kalends/core/plugin";
import { toText } from "../seo/plain.ts";
import { focalClasses } from "./focal-point.ts";
import { classes, type Html, html, NOTHING } from "./html.ts";
import { isLicenseAddress, websiteLink } from "./website-link.ts";

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
 * Returns the image with its credit and license beneath, in a `figure` element. If the image has neither,
 * returns only the `img` element.
 * Source: rules/images.md#image-texts.
 */
export const picture = (present: Presenter, image: Image, options: PictureOptions): Html => {
  const { className } = options;
  const caption = captionOf(image);
  if (caption === undefined) return imageElement(present, image, options);
  const shown = imageElement(present, image, options);
  return html`<figure class="${classes("credited", className && `${className}-figure`)}">${shown}<figcaption>${caption}</figcaption></figure>`;
};

const captionOf = ({ credit = "", license = "" }: Image): Html | undefined => {
  const [author, name] = [toText(credit), toText(license)];
  if (author === "" && name === "") return undefined;
  const shown = isLicenseAddress(license) ? websiteLink(license, "license") : name;
  return html`${author}${author !== "" && name !== "" ? ", " : NOTHING}${shown}`;
};

/**
 * Returns an `img` element that lists all available sizes in `srcset`. An image without an alternative text
 * gets an empty `alt` and counts as decorative.
 */
const imageElement = (
  present: Presenter,
  image: Image,
  { width, className, isLazy = false }: PictureOptions,
): Html => {
  const classNames = classes(className, focalClasses(image));
  const shape = (image.width ?? 0) / (image.height ?? 1);
  const sources = [
    ...Object.values(image.sizes),
    { ...image, width: image.width ?? 0, height: image.height ?? 1 },
  ]
    .filter((size) => size.width > 0 && Math.abs(size.width / size.height / shape - 1) < SHAPE)
    .map((size) => `${present.imageUrl(size)} ${size.width}w`);
  return html`<img${classNames !== "" && html` class="${classNames}"`} src="${present.imageUrl(image)}"${
    sources.length > 1 && html` srcset="${sources.join(", ")}" sizes="${width}"`
  }${image.width !== undefined && image.height !== undefined && html` width="${image.width}" height="${image.height}"`} alt="${toText(image.alt ?? "")}"${
    isLazy && html` loading="lazy"`
  } decoding="async">`;
};
