import type { Image } from "@kalends/core";
import type { ImageUsagePage } from "@kalends/core/interface";
import { renderTitle } from "./html/rendered-text.ts";
import { type Members, type Presentation, pageUrl } from "./presentation.ts";

/** Returns the URL of an image file. Absolute URLs stay unchanged; paths are below the media root. */
export const imageUrl = (url: string, { addresses }: Presentation): string =>
  /^https?:\/\//i.test(url) ? url : `${addresses.media}/${url.replace(/^\/+/, "")}`;

/** Converts an image to its JSON members. Source: rules/representations.md#image-members. */
export const presentImage = (image: Image, presentation: Presentation): Members => {
  const extension = /\.([a-z0-9]+)$/i.exec(image.url.replace(/[?#].*$/s, ""))?.[1];
  const sizes = Object.entries(image.sizes);
  return {
    url: imageUrl(image.url, presentation),
    id: image.id,
    ...(extension !== undefined && { extension }),
    ...(image.width && { width: image.width }),
    ...(image.height && { height: image.height }),
    ...(image.fileSize && { filesize: image.fileSize }),
    ...(sizes.length > 0 && {
      sizes: Object.fromEntries(
        sizes.map(([name, { width, height, mimeType, fileSize, url }]) => [
          name,
          {
            width,
            height,
            "mime-type": mimeType,
            ...(fileSize !== undefined && { filesize: fileSize }),
            url: imageUrl(url, presentation),
          },
        ]),
      ),
    }),
    ...(image.alt && { alt: image.alt }),
    ...(image.title && { title: image.title }),
    ...(image.credit && { credit: image.credit }),
    ...(image.license && { license: image.license }),
    ...(image.focalPoint && { focal_point: image.focalPoint }),
  };
};

/**
 * Converts a page of the records that have an image to its JSON object. Source: rules/images.md#image-usage.
 */
export const presentImageUsage = ({ uses, next }: ImageUsagePage, presentation: Presentation): Members => ({
  records: uses.map(({ kind, record }) => ({
    kind,
    id: record.id,
    title: renderTitle("title" in record ? record.title : record.name),
    status: record.status,
    url: pageUrl(kind, record, presentation),
    rest_url: `${presentation.addresses.namespace}/${kind}s/${record.id}`,
  })),
  has_more: next !== undefined,
  ...(next !== undefined && { next_cursor: next }),
});
