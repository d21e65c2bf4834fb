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
