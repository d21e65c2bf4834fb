import { isBlobName } from "./blob-name.ts";
import { toSlug } from "./slug.ts";

/** The types of images that are taken, by the extension of their files. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
]);

/** The media type of a stored file, by its name; `undefined` for what is no name of one: nothing else is ever looked up. */
export const imageTypeOf = (name: string): string | undefined =>
  isBlobName(name) ? TYPES.get(name.slice(name.lastIndexOf(".") + 1)) : undefined;

/** What a file name may say of its image, for people who read addresses. */
const toWords = (fileName: string): string =>
  toSlug(
    fileName
      .slice(-500)
      .replace(/^.*[\\/]/s, "")
      .replace(/\.\w{1,5}$/, ""),
  )
    .replace(/%[0-9a-f]{2}/g, "")
    .slice(0, 40)
    .replace(/^[-_]+|[-_]+$/g, "") || "image";

/**
 * What the names of an image's files begin with, below the media root, such as `2031/03/harbour-412-5f0c`. `token` keeps
 * others from guessing it: the images of drafts have addresses, too.
 */
export const imageBaseName = (
  id: number,
  {
    fileName,
    createdUtc,
    token,
  }: { readonly fileName: string; readonly createdUtc: string; readonly token: string },
): string => `${createdUtc.slice(0, 4)}/${createdUtc.slice(5, 7)}/${toWords(fileName)}-${id}-${token}`;
