import type { ImageRefusal } from "../model/image.ts";

/** One file of an image. */
export interface RenderedFile {
  readonly mimeType: string;
  /** Without a dot, lower case: `jpg`, `png`, `gif`, `webp`, `avif`. */
  readonly extension: string;
  /** Pixels, as the image is to be looked at. */
  readonly width: number;
  readonly height: number;
}

export interface RenderedImage extends RenderedFile {
  /** The image itself as it is to be stored: without metadata but the orientation, colour profile and copyright. */
  readonly bytes: Uint8Array;
  /**
   * By name, only those smaller than the image itself: `thumbnail` (150 x 150, cropped), `medium` (fits 300 x 300),
   * `medium_large` (768 wide), `large` (fits 1024 x 1024).
   */
  readonly sizes: Readonly<Record<string, RenderedFile & { readonly bytes: Uint8Array }>>;
}

/** The account or the network address that an image comes from: each gets its share of the decoders. */
export interface ImageSender {
  /** Absent for strangers, whose images never keep their metadata. */
  readonly account?: number | undefined;
  readonly address?: string | undefined;
}

/** Identifies an image and makes its smaller sizes. Source: rules/images.md#image-sizes. */
export interface ImageRenderer {
  /**
   * The content decides the type. The renderer limits how many images it works on at once, so that memory stays bounded; others
   * wait. Never rejects because of the bytes.
   */
  render(
    bytes: Uint8Array,
    sender: ImageSender,
  ): Promise<{ readonly image: RenderedImage } | { readonly refusal: ImageRefusal }>;
}
