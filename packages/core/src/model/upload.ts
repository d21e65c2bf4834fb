/** File that a client sent, completely received. */
export interface UploadedFile {
  /** File name that the client sent; `""` if it sent none. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Other fields of the form in which the file was sent, by name, before parsing. */
  readonly values?: Readonly<Record<string, unknown>>;
  /**
   * Network of the client. Set only for files that visitors send through a web form, because visitors have no
   * account under which uploads could be limited.
   */
  readonly address?: string;
}

/**
 * File in a request whose bytes are not received yet. Files are received one after another, because all of
 * them together might not fit into memory.
 * Source: rules/images.md#upload-order.
 */
export interface Upload {
  /** Receives the bytes of the file. It can be called only once. Throws if the request body is invalid. */
  receive(): Promise<UploadedFile>;
}

/** True for an `Upload`. A value from a request cannot imitate one, because such a value has no functions. */
export const isUpload = (value: unknown): value is Upload =>
  typeof value === "object" && value !== null && "receive" in value && typeof value.receive === "function";

/** Global symbol of file parts, so that all copies of this package use the same one. */
const FILE_PART: unique symbol = Symbol.for("kalends.file-part");

/**
 * File as the value of a parameter, created by `toFilePart`. A value from a request cannot imitate a file
 * part, because JSON has no symbols. Code that iterates over the members of a file part finds none.
 */
export interface FilePart {
  readonly [FILE_PART]: UploadedFile;
}

/** Returns the file in the form in which parameters accept it, such as the `image` of an event. */
export const toFilePart = (file: UploadedFile): FilePart => ({ [FILE_PART]: file });

export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === "object" && value !== null && Object.hasOwn(value, FILE_PART);

export const fileOf = (part: FilePart): UploadedFile => part[FILE_PART];
