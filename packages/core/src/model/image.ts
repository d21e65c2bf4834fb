export interface ImageSize {
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
  /** Bytes. */
  readonly fileSize?: number;
  readonly url: string;
}

/** What is known of a stored image. Source: 50-representations section 4. */
export interface Image {
  readonly id: number;
  readonly author: number;
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
  /** UTC. */
  readonly createdUtc: string;
}

/** The largest file that is taken, fetched or uploaded, in bytes. Source: 90-decisions P17. */
export const MAX_IMAGE_BYTES: number = 10 * 1024 * 1024;
/** Pixels of the largest image that is decoded: a few bytes can stand for many more. */
export const MAX_IMAGE_PIXELS = 50_000_000;

/** Why an image is not taken; each is also a `ProblemReason`. */
export type ImageRefusal =
  /** No connection, an answer other than 200, or one that breaks off. */
  | "image-unreachable"
  | "image-too-slow"
  | "too-many-redirects"
  /**
   * Neither `http` nor `https` (nor back from it), with credentials, to an unusual port, or to an address within a network
   * that is not for callers to reach.
   */
  | "forbidden-address"
  | "image-too-large"
  /** More than `MAX_IMAGE_PIXELS`, or what takes too much memory to decode in its type. */
  | "image-too-many-pixels"
  /** Not one of the types that are taken: JPEG, PNG, GIF, WebP, AVIF. */
  | "not-an-image"
  /** Of such a type, but it cannot be decoded. */
  | "image-damaged";

const IS_ADDRESS = /^https?:\/\//i;

/** The names of the files of an image that are kept here; those at other addresses are left out. */
export const imageFiles = ({ url, sizes }: Image): readonly string[] =>
  [url, ...Object.values(sizes).map((size) => size.url)].filter((name) => !IS_ADDRESS.test(name));
