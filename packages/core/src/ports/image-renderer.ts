import type { ImageRefusal } from "../model/image.ts";

/** One file of an image. */
export interface RenderedFile {
  readonly mimeType: string;
  /** File extension without a dot, in lower case: `jpg`, `png`, `gif`, `webp`, `avif`. */
  readonly extension: string;
  /** Width in pixels, after applying the orientation. */
  readonly width: number;
  readonly height: number;
}

export interface RenderedImage extends RenderedFile {
  /** Image to be stored, without metadata other than the orientation, colour profile and copyright. */
  readonly bytes: Uint8Array;
  /**
   * Smaller versions by name; those not smaller than the image are missing. `thumbnail` (150 x 150, cropped),
   * `medium` (fits 300 x 300), `medium_large` (768 wide), `large` (fits 1024 x 1024).
   */
  readonly sizes: Readonly<Record<string, RenderedFile & { readonly bytes: Uint8Array }>>;
}

/** Account or network address that sent an image. Each gets a fair share of the decoders. */
export interface ImageSender {
  /** Absent for visitors. Their images never keep their metadata. */
  readonly account?: number | undefined;
  readonly address?: string | undefined;
}

/** Decoder that identifies an image and creates its smaller sizes. Source: rules/images.md#image-sizes. */
export interface ImageRenderer {
  /**
   * Renders an image; its content determines the type. Limits the number of images rendered at once, so that
   * memory stays bounded; others wait. Never rejects because of the bytes.
   */
  render(
    bytes: Uint8Array,
    sender: ImageSender,
  ): Promise<{ readonly image: RenderedImage } | { readonly refusal: ImageRefusal }>;
}
