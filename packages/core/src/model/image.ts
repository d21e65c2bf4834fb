import { isBlobName } from "../ports/blob-store.ts";
import type { Revised } from "./optimistic-locking.ts";
import { isBlank } from "./text/characters.ts";
import { toDetail } from "./text/plain-text.ts";
import { toSlug } from "./text/slug.ts";

/** Smaller version of an image, with its own file. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
  /** Size of the file in bytes. */
  readonly fileSize?: number;
  readonly url: string;
}

/** Stored image with its files. Source: rules/representations.md#image-members. */
export interface Image extends Revised {
  readonly id: number;
  readonly author: number;
  /** Id of the author in the host application: see `Post.hostAuthorId`. */
  readonly hostAuthorId?: number | string;
  /** Location of the full-size file: an absolute URL, or a path below the media root. */
  readonly url: string;
  /** URL from which Kalends fetched the image. A later request for the same URL reuses this image. */
  readonly sourceUrl?: string;
  readonly mimeType: string;
  /** Width of the full-size file in pixels. */
  readonly width?: number;
  readonly height?: number;
  /** Size of the full-size file in bytes. */
  readonly fileSize?: number;
  readonly sizes: Readonly<Record<string, ImageSize>>;
  /**
   * Alternative text for people who cannot see the image. It is plain text on one line and never empty. See
   * `toImageAlt`.
   */
  readonly alt?: string;
  /** Name of the image for people who manage images. Plain text on one line, like `alt`. */
  readonly title?: string;
  /** Person or organization that must be named with the image. */
  readonly credit?: string;
  /** Licence of the image: its name, or an `http` or `https` URL. */
  readonly license?: string;
  /** Most important point of the image, which stays visible if a web page crops the image. */
  readonly focalPoint?: FocalPoint;
  /** Set if a caller has replaced the file. Imports then keep the file. */
  readonly isReplaced?: true;
  /** Time at which the image was stored, in UTC. */
  readonly createdUtc: string;
}

/** Point of an image. Both coordinates are from 0 to 1, counted from the left and from the top. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** Members of an image that describe it. Source: rules/images.md#image-texts. */
export type ImageDetails = Pick<Image, "alt" | "title" | "credit" | "license" | "focalPoint">;

/**
 * Maximum size in bytes of an image file that a client uploads or that Kalends fetches.
 * Source: rules/images.md#image-types.
 */
export const MAX_IMAGE_BYTES: number = 10 * 1024 * 1024;
/** Maximum number of pixels of an image that Kalends decodes. A small file can contain a very large image. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Maximum length of the alternative text in characters (code points). */
export const MAX_ALT_LENGTH = 1000;
/** Maximum length of title, credit and license in characters (code points). */
export const MAX_IMAGE_TEXT_LENGTH = 500;

/**
 * Returns the alternative text in its stored form, or `undefined` if it is blank.
 * Source: rules/images.md#image-alt.
 */
export const toImageAlt = (text: string): string | undefined => toImageText(text, MAX_ALT_LENGTH);

/**
 * Returns a text of an image in its stored form, with at most `maximum` characters, or `undefined` if it is
 * blank. Source: rules/images.md#image-texts.
 */
export const toImageText = (text: string, maximum: number): string | undefined => {
  const stored = [...toDetail(text).normalize("NFC")].slice(0, maximum).join("").trimEnd();
  return isBlank(stored) ? undefined : stored;
};

const WEB_ADDRESS = /^https?:\/\/[^\s/?#@"<>\\^`{|}']+(?:[/?#][^\s"<>\\^`{|}']*)?$/i;

/**
 * Returns the license in its stored form, or `undefined` if it is blank. A URL of at most
 * `MAX_IMAGE_TEXT_LENGTH` characters stays as it is; other texts are converted by `toImageText`.
 */
export const toImageLicense = (text: string): string | undefined => {
  const trimmed = text.trim();
  const isAddress = WEB_ADDRESS.test(trimmed) && trimmed.length <= MAX_IMAGE_TEXT_LENGTH;
  return isAddress ? trimmed : toImageText(trimmed, MAX_IMAGE_TEXT_LENGTH);
};

/** Reason why an image is refused. Each reason is also a `ProblemReason`. */
export type ImageRefusal =
  /**
   * The host is in an internal network that the configuration allows, and the image cannot be fetched from
   * it. The reason has no details, so that callers cannot explore the network.
   */
  | "image-unreachable"
  /**
   * The URL or a redirect is not allowed: not `http` or `https`, a change from `https` to `http`,
   * credentials, or an unusual port.
   */
  | "forbidden-address"
  /** The host name has no IP address, or at least one in a network that callers may not reach. */
  | "image-host-unknown"
  /** The host refuses the connection, or closes it without a response. */
  | "image-host-silent"
  /** HTTPS fails, for example because of an invalid certificate. */
  | "image-host-insecure"
  /** The response status is not 200. */
  | "image-wrong-status"
  /** The response is not valid HTTP, is a redirect without a target, or ends too early. */
  | "image-wrong-answer"
  | "image-too-slow"
  /** The request runs inside a transaction, in which images can be neither fetched nor stored. */
  | "image-in-transaction"
  | "too-many-redirects"
  | "image-too-large"
  /** The image has more than `MAX_IMAGE_PIXELS`, or decoding its file type would need too much memory. */
  | "image-too-many-pixels"
  /** The colour profile in the file is larger than the limit (rules/images.md#image-types). */
  | "image-profile-too-large"
  /** The file is not a JPEG, PNG, GIF, WebP or AVIF image. */
  | "not-an-image"
  /** The file has an accepted type, but it cannot be decoded. */
  | "image-damaged"
  /** The installation of Kalends has no image decoder, so it accepts no image files. */
  | "no-image-decoder";

/** Reason why an image is refused, with details for the error message. */
export interface RefusedImage {
  readonly refusal: ImageRefusal;
  /** HTTP status of the other server's response; only for `image-wrong-status`. */
  readonly status?: number;
}

const IS_ADDRESS = /^https?:\/\//i;

/** Returns the names of the image's files in the media store. Files at absolute URLs are not included. */
export const imageFiles = ({ url, sizes }: Image): readonly string[] =>
  [url, ...Object.values(sizes).map((size) => size.url)].filter((name) => !IS_ADDRESS.test(name));

/** Media type of each accepted image file, by file extension. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
]);

/**
 * Returns the media type of a stored file, derived from its name. Returns `undefined` if the name is not a
 * valid blob name with an image extension.
 */
export const imageTypeOf = (name: string): string | undefined =>
  isBlobName(name) ? TYPES.get(name.slice(name.lastIndexOf(".") + 1)) : undefined;

/**
 * Converts the file name that the client sent to a slug of at most 40 characters, which becomes part of the
 * image's URL. Returns `image` if nothing remains.
 */
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
 * Returns the common prefix of an image's file names below the media root, such as
 * `2031/03/harbour-412-5f0c`.
 * `token` is random and makes the URLs hard to guess, because images of unpublished drafts also have URLs.
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
