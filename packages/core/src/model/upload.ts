/** A file that a caller sends. */
export interface UploadedFile {
  /** As the sender calls it; `""` when it has no name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file that is still to be received: many at once would not fit into memory. */
export interface Upload {
  /** At most once. Throws what is wrong with the body. */
  receive(): Promise<UploadedFile>;
}
