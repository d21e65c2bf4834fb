/** File that a caller sends. */
export interface UploadedFile {
  /** File name from the sender; `""` if there is none. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * Network of the client. Set for files sent by visitors through a web form, because visitors have no
   * account.
   */
  readonly address?: string;
}

/**
 * File still to be received. Receiving many at once would not fit into memory.
 * Source: rules/images.md#upload-order.
 */
export interface Upload {
  /** Receives the file; may be called at most once. Throws if the body is faulty. */
  receive(): Promise<UploadedFile>;
}

/** True for an `Upload`. JSON and text values cannot pass as one, because they have no functions. */
export const isUpload = (value: unknown): value is Upload =>
  typeof value === "object" && value !== null && "receive" in value && typeof value.receive === "function";

/** Registered symbol, so that every copy of this package shares it. */
const FILE_PART: unique symbol = Symbol.for("kalends.file-part");

/**
 * File as the value of a parameter. JSON and text values cannot pass as one, and code that walks through
 * values finds no members in it.
 */
export interface FilePart {
  readonly [FILE_PART]: UploadedFile;
}

/** Wraps a file as the value of a parameter, such as the `image` of an event. */
export const toFilePart = (file: UploadedFile): FilePart => ({ [FILE_PART]: file });

export const isFilePart = (value: unknown): value is FilePart =>
  typeof value === "object" && value !== null && Object.hasOwn(value, FILE_PART);

export const fileOf = (part: FilePart): UploadedFile => part[FILE_PART];
