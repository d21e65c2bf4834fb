import { modifiedAt } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import { TAG_START, withoutTagStarts } from "../../model/text/html.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Finding } from "../../ports/inspection.ts";
import { postsOf } from "../../ports/repositories/posts-of.ts";
import { readInBatches } from "../../ports/repositories/read-in-batches.ts";
import type { Store } from "../../ports/store.ts";
import { createPostStatuses } from "../../rights/record-rights.ts";
import { createTransact, type WriteUnit } from "../../unit-of-work/transact.ts";
import { importedRecords } from "../imports/imported-records.ts";
import type { LinkedRecord } from "../linked/linked-kind.ts";

interface CheckNamesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly site: Pick<SiteSettings, "timezone">;
}

/** Maximum number of characters of a name in a report. */
const MAX_SHOWN_LENGTH = 100;

/**
 * Finds HTML markup in the names of venues and organizers that visitors have proposed.
 * Earlier versions of the proposal form stored typed text as HTML. A proposed record is recognised because it
 * has no author and was not imported. The store has no other information about the source of a name.
 */
export async function* checkNames({ store, clock, site }: CheckNamesDeps): AsyncGenerator<Finding> {
  const isProposed = async (
    kind: "venue" | "organizer",
    { id, name, author }: LinkedRecord,
    { documents }: Pick<Store, "documents">,
  ): Promise<boolean> =>
    author === 0 &&
    TAG_START.test(name) &&
    (await importedRecords(documents).findById(`${kind}s`, id)).length === 0;

  const transact = async (work: (unit: WriteUnit) => Promise<void>): Promise<void> => {
    // This command runs without an open calendar. Registered consumers of the outbox are then the only sign
    // that the change feed is used.
    const hasConsumers = (await store.outbox.consumers()).length > 0;
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const run = createTransact({
      ...{ store, clock, logger, postStatuses: createPostStatuses() },
      outboxSwitch: { isOn: () => hasConsumers },
    });
    return run(work, {});
  };

  const clean = <Kind extends "venue" | "organizer">(kind: Kind, id: number): Promise<void> =>
    transact(async (unit) => {
      const posts = postsOf(kind, unit);
      const record = await posts.find(id);
      if (record === undefined || !(await isProposed(kind, record, unit))) return;
      const changed = modifiedAt(clock.now(), site.timezone);
      await posts.save({ ...record, ...changed, name: withoutTagStarts(record.name) });
    });

  for (const kind of ["venue", "organizer"] as const)
    for await (const batch of readInBatches<LinkedRecord>(store[`${kind}s`]))
      for (const record of batch) {
        if (!(await isProposed(kind, record, store))) continue;
        const { id, name } = record;
        yield {
          kind: "markup",
          record: { kind, id },
          detail: `Its name contains markup and it has no author, so a visitor may have proposed it: ${name.slice(0, MAX_SHOWN_LENGTH)}`,
          repair: () => clean(kind, id),
        };
      }
}
