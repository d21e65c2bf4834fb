import {
  type Actor,
  CalendarError,
  createParser,
  type Image,
  type ItemOperation,
  type LogFields,
  type ParameterValues,
} from "@kalends/core";
import { AUTHOR } from "../actors.ts";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";
import { createImagePorts, type FakeWeb, type ImagePorts, type MemoryBlobStore } from "./fakes.ts";

/** A calendar whose web, blobs and warnings are at hand. */
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
    operation: ItemOperation<ParameterValues, Image>,
    text: number,
    by: Actor,
  ): Promise<Image> => {
    const target = { name: "id", text: String(text) } as const;
    const { values, id = 0 } = await createParser(operation).parse({}, by, target);
    if (!(await operation.permits(by, id))) throw new CalendarError("rest_forbidden");
    return operation.run(id, values, by);
  };
  return {
    ...calendar,
    web: ports.imageFetcher,
    blobs: ports.blobStore,
    warnings,
    upload: (bytes, by = AUTHOR, name = "poster.jpg") =>
      images.create.run({ file: { receive: async () => ({ name, bytes }) } }, by),
    image: (id, by) => onImage(images.get, id, by),
    removeImage: (id, by) => onImage(images.delete, id, by),
  };
};
