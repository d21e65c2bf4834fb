import { isBlobName } from "../ports/blob-store.ts";
import type { Revised } from "./optimistic-locking.ts";
import { isBlank } from "./text/characters.ts";
import { toDetail } from "./text/plain-text.ts";
import { toSlug } from "./text/slug.ts";

/** One size of an image. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
  /** Bytes. */
  readonly fileSize?: number;
  readonly url: string;
}

/** A stored image. Source: rules/representations.md#image-members. */
export interface Image extends Revised {
  readonly id: number;
  readonly author: number;
  /** See `Post.hostAuthorId`. */
  readonly hostAuthorId?: number | string;
  /** Full-size file: an absolute URL, or a path below the media root. */
  readonly url: string;
  /** Address the image was fetched from. A second request for the same address reuses the image. */
  readonly sourceUrl?: string;
  readonly mimeType: string;
  /** Pixels of the full-size file. */
  readonly width?: number;
  readonly height?: number;
  /** Bytes. */
  readonly fileSize?: number;
  readonly sizes: Readonly<Record<string, ImageSize>>;
  /**
   * Alternative text for people who do not see the image: plain text on one line, never empty. See
   * `toImageAlt`.
   */
  readonly alt?: string;
  /** UTC. */
  readonly createdUtc: string;
}

/** Maximum size in bytes of a file that is fetched or uploaded. Source: rules/images.md#image-types. */
export const MAX_IMAGE_BYTES: number = 10 * 1024 * 1024;
/** Maximum number of pixels of an image that is decoded. A small file can decode to very many pixels. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Maximum length of the alternative text in characters. */
export const MAX_ALT_LENGTH = 1000;

/**
 * Returns the alternative text in its stored form, or `undefined` if it is blank.
 * Source: rules/images.md#image-alt.
 */
export const toImageAlt = (text: string): string | undefined => {
  const alt = [...toDetail(text).normalize("NFC")].slice(0, MAX_ALT_LENGTH).join("").trimEnd();
  return isBlank(alt) ? undefined : alt;
};

/** Reason why an image is refused. Each is also a `ProblemReason`. */
export type ImageRefusal =
  /** The image cannot be fetched. Callers get no details about allowed hosts in internal networks. */
  | "image-unreachable"
  /**
   * The address, or a redirect, is neither `http` nor `https`, leaves `https`, has credentials or an unusual
   * port.
   */
  | "forbidden-address"
  /** The host has no address, or one in a network that callers may not reach. */
  | "image-host-unknown"
  /** The host refuses the connection, or closes it without a response. */
  | "image-host-silent"
  /** HTTPS fails, for example because of an invalid certificate. */
  | "image-host-insecure"
  /** The response has a status other than 200. */
  | "image-wrong-status"
  /** The response is not HTTP, redirects without a target, or breaks off. */
  | "image-wrong-answer"
  | "image-too-slow"
  /** The image would have to be fetched or stored while a transaction is open. */
  | "image-in-transaction"
  | "too-many-redirects"
  | "image-too-large"
  /** The image has more than `MAX_IMAGE_PIXELS`, or takes too much memory to decode in its type. */
  | "image-too-many-pixels"
  /** The colour profile of the image is larger than any image needs (rules/images.md#image-types). */
  | "image-profile-too-large"
  /** The file is not a JPEG, PNG, GIF, WebP or AVIF image. */
  | "not-an-image"
  /** The file has an accepted type, but it cannot be decoded. */
  | "image-damaged"
  /** This calendar has no image decoder. */
  | "no-image-decoder";

/** Refusal with its details. */
export interface RefusedImage {
  readonly refusal: ImageRefusal;
  /** Status of the response; set for `image-wrong-status`. */
  readonly status?: number;
}

const IS_ADDRESS = /^https?:\/\//i;

/**
 * Returns the names of the image files in this calendar's media store. Files at other addresses are left out.
 */
export const imageFiles = ({ url, sizes }: Image): readonly string[] =>
  [url, ...Object.values(sizes).map((size) => size.url)].filter((name) => !IS_ADDRESS.test(name));

/** Accepted image types, by file extension. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
]);

/**
 * Returns the media type of a stored file by its name, or `undefined` if the name is not valid for a file.
 */
export const imageTypeOf = (name: string): string | undefined =>
  isBlobName(name) ? TYPES.get(name.slice(name.lastIndexOf(".") + 1)) : undefined;

/** Returns the part of a file name that is kept in the address of the image. */
const slugOfFileName = (fileName: string): string =>
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
 * Returns the beginning of an image's file names below the media root, such as `2031/03/harbour-412-5f0c`.
 * `token` makes addresses hard to guess, because images of drafts have them too.
 * Source: rules/images.md#image-names.
 */
export const imageBaseName = (
  id: number,
  {
    fileName,
    createdUtc,
    token,
  }: { readonly fileName: string; readonly createdUtc: string; readonly token: string },
): string => `${createdUtc.slice(0, 4)}/${createdUtc.slice(5, 7)}/${slugOfFileName(fileName)}-${id}-${token}`;
