/** A file that a caller sends. */
export interface UploadedFile {
  /** As the sender calls it; `""` when it has no name. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The network that the client is in, where a form of the website brought it: strangers have no account. */
  readonly address?: string;
}

/** A file still to be received: many at once would not fit into memory. Source: rules/images.md#upload-order. */
export interface Upload {
  /** At most once. Throws what is wrong with the body. */
  receive(): Promise<UploadedFile>;
}

/** No JSON and no text can pass as one: they have no functions. */
export const isUpload = (value: unknown): value is Upload =>
  typeof value === "object" && value !== null && "receive" in value && typeof value.receive === "function";

/** In the registry of all symbols, so that every copy of this package has the same one. */
const FILE_PART: unique symbol = Symbol.for("kalends.file-part");

/**
 * A file as the value of a parameter: no JSON and no text can pass as one, and a walk through values finds nothing in it.
 */
export interface FilePart {
  readonly [FILE_PART]: UploadedFile;
}

export const toFilePart = (file: UploadedFile): FilePart => ({ [FILE_PART]: file });

export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === "object" && value !== null && Object.hasOwn(value, FILE_PART);

export const fileOf = (part: FilePart): UploadedFile => part[FILE_PART];
