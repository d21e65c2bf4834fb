import type { Actor, Image } from "@kalends/core";
import {
  findTarget,
  type ItemOperation,
  type LogFields,
  type ParameterValues,
  perform,
} from "@kalends/core/interface";
import { AUTHOR } from "../actors.ts";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";
import { createImagePorts, type FakeWeb, type ImagePorts, type MemoryBlobStore } from "./fakes.ts";

/** Calendar for tests of images, with its fake web, its blobs and its logged warnings. */
export interface ImageCalendar extends TestCalendar {
  readonly web: FakeWeb;
  readonly blobs: MemoryBlobStore;
  readonly warnings: readonly (LogFields & { readonly message: string })[];
  upload(bytes: Uint8Array, by?: Actor, name?: string): Promise<Image>;
  image(id: number, by: Actor): Promise<Image>;
  removeImage(id: number, by: Actor): Promise<Image>;
}

export const openImageCalendar = async (replaced: Partial<ImagePorts> = {}): Promise<ImageCalendar> => {
  const ports = createImagePorts();
  const warnings: (LogFields & { readonly message: string })[] = [];
  const logger = {
    debug() {},
    info() {},
    warn: (message: string, fields: LogFields = {}) => void warnings.push({ ...fields, message }),
    error() {},
  };
  const calendar = await openCalendar({ images: { ...ports, ...replaced }, logger });
  const { images } = calendar.operations;
  const onImage = async (
    operation: ItemOperation<ParameterValues, Image, Image>,
    id: number,
    by: Actor,
  ): Promise<Image> => {
    const found = await findTarget(operation, { name: "id", text: String(id) }, by);
    return perform(operation, {}, by, { found });
  };
  return {
    ...calendar,
    web: ports.imageFetcher,
    blobs: ports.blobStore,
    warnings,
    upload: (bytes, by = AUTHOR, name = "poster.jpg") =>
      perform(images.create, { file: { receive: async () => ({ name, bytes }) } }, by),
    image: (id, by) => onImage(images.get, id, by),
    removeImage: (id, by) => onImage(images.delete, id, by),
  };
};
