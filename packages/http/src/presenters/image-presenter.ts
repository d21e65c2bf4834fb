import type { Image } from "@kalends/core";
import type { Members, Presentation } from "./presentation.ts";

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
  };
};
