import type { Actor } from "../../model/actor.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ExtensibleRecords } from "../../plugins/contributions.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Repositories } from "../../ports/store.ts";
import { decorated } from "../posts/extra-members.ts";
import { afterCommit } from "../transact.ts";
import type { LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";

export interface LinkedViews<R, View> {
  /** Venues or organizers with all that their representations show, in their order; a few reads, however many records. */
  all(records: readonly R[], actor: Actor): Promise<readonly View[]>;
  /** Inside the transaction that wrote one: what the answer shows of the store. */
  read(record: R, repositories: Repositories): Promise<WrittenRecord<R, View>>;
  /** After the commit: its view with the members of plugins, as far as they can be had. */
  complete(written: WrittenRecord<R, View>, actor: Actor): Promise<View>;
}

/** A record as it was written, with its view but for what plugins add. */
export interface WrittenRecord<R, View> {
  readonly record: R;
  readonly view: View;
}

export interface LinkedViewsDeps {
  readonly store: Repositories;
  readonly extensions: RecordExtensions | undefined;
  readonly logger: Logger;
}

export const createViewLinked = <R extends LinkedRecord, View extends LinkedView>(
  { name: kind, toView }: Pick<LinkedKind<R, unknown, View>, "name" | "toView">,
  { store, extensions, logger }: LinkedViewsDeps,
): LinkedViews<R, View> => {
  const read = async (records: readonly R[], { images }: Repositories): Promise<readonly View[]> => {
    const ids = records.flatMap(({ imageId }) => (imageId === undefined ? [] : [imageId]));
    const found = ids.length === 0 ? [] : await images.findMany(ids);
    const imageOf = new Map(found.map((image) => [image.id, image]));
    return records.map((record) =>
      toView(record, record.imageId === undefined ? undefined : imageOf.get(record.imageId)),
    );
  };

  const membersOf = async (records: readonly R[], actor: Actor): Promise<readonly JsonObject[] | undefined> =>
    // Venues are called venue, organizers organizer.
    extensions?.membersOf(kind, records as never[] as ExtensibleRecords[typeof kind][], actor);

  return {
    async all(records, actor) {
      const [views, members] = await Promise.all([read(records, store), membersOf(records, actor)]);
      return views.map((view, index) => decorated(view, [members?.[index]]));
    },
    async read(record, repositories) {
      const [view] = await read([record], repositories);
      if (view === undefined) throw new Error(`No view of ${kind} ${record.id}.`);
      return { record, view };
    },
    async complete({ record, view }, actor) {
      const members = await afterCommit(() => membersOf([record], actor), undefined, logger);
      return decorated(view, [members?.[0]]);
    },
  };
};
