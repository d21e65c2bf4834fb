import type { Actor } from "../../model/actor.ts";
import type { Image } from "../../model/image.ts";
import type { ExtensibleRecords } from "../../plugins/record-members.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { decorated } from "../posts/extra-members.ts";
import type { LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";

/** Venues or organizers with all that their representations show, in their order; a few reads, however many records. */
export const createViewLinked =
  <R extends LinkedRecord, View extends LinkedView>(
    kind: LinkedKind<R, unknown>["name"],
    toView: (record: R, image: Image | undefined) => View,
    { store, extensions }: Pick<OperationDeps, "store" | "extensions">,
  ): ((records: readonly R[], actor: Actor) => Promise<readonly View[]>) =>
  async (records, actor) => {
    const ids = records.flatMap(({ imageId }) => (imageId === undefined ? [] : [imageId]));
    const [images, members] = await Promise.all([
      ids.length === 0 ? [] : store.images.findMany(ids),
      // Venues are called venue, organizers organizer.
      extensions?.membersOf(kind, records as never[] as ExtensibleRecords[typeof kind][], actor),
    ]);
    const imageOf = new Map(images.map((image) => [image.id, image]));
    return records.map((record, index) =>
      decorated(toView(record, record.imageId === undefined ? undefined : imageOf.get(record.imageId)), [
        members?.[index],
      ]),
    );
  };
