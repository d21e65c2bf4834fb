import type { ImageRefusal } from "../model/image.ts";

/** One file of a rendered image. */
export interface RenderedFile {
  readonly mimeType: string;
  /** File extension without a dot, in lower case: `jpg`, `png`, `gif`, `webp`, `avif`. */
  readonly extension: string;
  /** Width in pixels, after the orientation in the file's metadata is applied. */
  readonly width: number;
  readonly height: number;
}

export interface RenderedImage extends RenderedFile {
  /**
   * Bytes of the full-size file. Its metadata is removed, except orientation, colour profile and copyright.
   */
  readonly bytes: Uint8Array;
  /**
   * Smaller versions of the image by name: `thumbnail` (150 x 150, cropped), `medium` (fits 300 x 300),
   * `medium_large` (768 wide) and `large` (fits 1024 x 1024). A version that would not be smaller than the
   * image is left out.
   */
  readonly sizes: Readonly<Record<string, RenderedFile & { readonly bytes: Uint8Array }>>;
}

/**
 * Account or network address of the person who sent an image. Each sender gets a fair share of the decoders.
 */
export interface ImageSender {
  /** Id of the account; absent for visitors. Images of visitors are stored without any metadata. */
  readonly account?: number | undefined;
  readonly address?: string | undefined;
}

/** Port that decodes an image and creates its smaller versions. Source: rules/images.md#image-sizes. */
export interface ImageRenderer {
  /**
   * Decodes an image and creates its files. The content of the file determines its type.
   * Only a limited number of images is rendered at a time, to limit memory use; other calls wait.
   * Invalid bytes are returned as a refusal.
   */
  render(
    bytes: Uint8Array,
    sender: ImageSender,
  ): Promise<{ readonly image: RenderedImage } | { readonly refusal: ImageRefusal }>;
}
