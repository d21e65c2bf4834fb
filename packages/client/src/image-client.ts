import type { Resources } from "./interface-types.ts";
import { createRecordClient, type RecordClient, type RequestOptions } from "./record-client.ts";
import type { Send } from "./transport.ts";

type Images = RecordClient<Resources["images"]>;

export interface UploadOptions extends RequestOptions {
  /** What the file is called; that of a `File` by default. */
  readonly name?: string;
}

/** What can be done with images; `list`, `get` and `delete` as with records. */
export interface ImageClient extends Omit<Images, "create"> {
  /** Stores an image, whose content decides what it is: the `image` of records can name its id. */
  upload(file: Blob | Uint8Array, options?: UploadOptions): Promise<Resources["images"]["record"]>;
}

export const createImageClient = (send: Send): ImageClient => {
  // Sound: as for all records.
  const { list, create, get, delete: remove } = createRecordClient(send, "images") as unknown as Images;
  return {
    list,
    get,
    delete: remove,
    upload: (file, { name = file instanceof File ? file.name : "", ...options } = {}) =>
      create({ file: new File([file instanceof Blob ? file : new Uint8Array(file)], name) }, options),
  };
};
