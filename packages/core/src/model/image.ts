import { isBlobName } from "../ports/blob-store.ts";
import type { Revised } from "./revision.ts";
import { isBlank } from "./text/characters.ts";
import { toDetail } from "./text/plain-text.ts";
import { toSlug } from "./text/slug.ts";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
  /** Bytes. */
  readonly fileSize?: number;
  readonly url: string;
}

/** What is known of a stored image. Source: rules/representations.md#image-members. */
export interface Image extends Revised {
  readonly id: number;
  readonly author: number;
  /** See `Post.hostAuthorId`. */
  readonly hostAuthorId?: number | string;
  /** The full-size file: an absolute URL, or a path below the media root. */
  readonly url: string;
  /** Where the bytes came from, when they were fetched: the same source again reuses the image. */
  readonly sourceUrl?: string;
  readonly mimeType: string;
  /** Pixels of the full-size file. */
  readonly width?: number;
  readonly height?: number;
  /** Bytes. */
  readonly fileSize?: number;
  readonly sizes: Readonly<Record<string, ImageSize>>;
  /** What is seen, for those who do not see it: plain text on one line, never empty; see `toImageAlt`. */
  readonly alt?: string;
  /** UTC. */
  readonly createdUtc: string;
}

/** The largest file that is taken, fetched or uploaded, in bytes. Source: rules/images.md#image-types. */
export const MAX_IMAGE_BYTES: number = 10 * 1024 * 1024;
/** Pixels of the largest image that is decoded: a few bytes can stand for many more. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Characters of the longest alternative text. */
export const MAX_ALT_LENGTH = 1000;

/** As it is stored; `undefined` for none. Source: rules/images.md#image-alt. */
export const toImageAlt = (text: string): string | undefined => {
  const alt = [...toDetail(text).normalize("NFC")].slice(0, MAX_ALT_LENGTH).join("").trimEnd();
  return isBlank(alt) ? undefined : alt;
};

/** Why an image is not taken; each is also a `ProblemReason`. */
export type ImageRefusal =
  /**
   * It cannot be fetched; callers learn no more of allowed hosts of inner networks.
   */
  | "image-unreachable"
  /** The address is neither `http` nor `https` (nor back from it), has credentials or an unusual port. */
  | "forbidden-address"
  /** The host has no address, or one within a network that is not for callers to reach. */
  | "image-host-unknown"
  /** The host refuses the connection, or ends it without an answer. */
  | "image-host-silent"
  /** HTTPS fails, such as by an invalid certificate. */
  | "image-host-insecure"
  /** An answer with another status than 200. */
  | "image-wrong-status"
  /** An answer that is not HTTP, redirects nowhere, or breaks off. */
  | "image-wrong-answer"
  | "image-too-slow"
  /** It would have to be fetched or kept while a transaction is open. */
  | "image-in-transaction"
  | "too-many-redirects"
  | "image-too-large"
  /** More than `MAX_IMAGE_PIXELS`, or what takes too much memory to decode in its type. */
  | "image-too-many-pixels"
  /** It has a colour profile of more bytes than one needs (rules/images.md#image-types). */
  | "image-profile-too-large"
  /** Not one of the types that are taken: JPEG, PNG, GIF, WebP, AVIF. */
  | "not-an-image"
  /** Of such a type, but it cannot be decoded. */
  | "image-damaged"
  /** This calendar has nothing to decode images with. */
  | "no-image-decoder";

/** A refusal with its details. */
export interface RefusedImage {
  readonly refusal: ImageRefusal;
  /** `image-wrong-status`: the status. */
  readonly status?: number;
}

const IS_ADDRESS = /^https?:\/\//i;

/** The names of the files of an image that are kept here; those at other addresses are left out. */
export const imageFiles = ({ url, sizes }: Image): readonly string[] =>
  [url, ...Object.values(sizes).map((size) => size.url)].filter((name) => !IS_ADDRESS.test(name));

/** The types of images that are taken, by the extension of their files. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
]);

/** The media type of a stored file, by its name; `undefined` for what is not the name of one. */
export const imageTypeOf = (name: string): string | undefined =>
  isBlobName(name) ? TYPES.get(name.slice(name.lastIndexOf(".") + 1)) : undefined;

/** The part of a file name that is kept in the address of the image. */
const toWords = (fileName: string): string =>
  toSlug(
    fileName
      .slice(-500)
      .replace(/^.*[\\/]/s, "")
      .replace(/\.\w{1,5}$/, ""),
  )
    .replace(/%[0-9a-f]{2}/g, "")
    .slice(0, 40)
    .replace(/^[-_]+|(?<![-_])[-_]+$/g, "") || "image";

/**
 * What the names of an image's files begin with, below the media root, such as `2031/03/harbour-412-5f0c`. `token`
 * makes it hard to guess: the images of drafts have addresses, too. Source: rules/images.md#image-names.
 */
export const imageBaseName = (
  id: number,
  {
    fileName,
    createdUtc,
    token,
  }: { readonly fileName: string; readonly createdUtc: string; readonly token: string },
): string => `${createdUtc.slice(0, 4)}/${createdUtc.slice(5, 7)}/${toWords(fileName)}-${id}-${token}`;
