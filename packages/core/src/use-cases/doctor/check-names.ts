import { modifiedAt } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import { TAG_START, withoutTagStarts } from "../../model/text/html.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Finding } from "../../ports/inspection.ts";
import { postsOf } from "../../ports/repositories/posts-of.ts";
import { readInBatches } from "../../ports/repositories/read-in-batches.ts";
import type { Store } from "../../ports/store.ts";
import { createPostStatuses } from "../../rights/post-statuses.ts";
import { createTransact, type WriteUnit } from "../../unit-of-work/transact.ts";
import { importedRecords } from "../imports/imported-records.ts";
import type { LinkedRecord } from "../linked/linked-kind.ts";

interface CheckNamesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly site: Pick<SiteSettings, "timezone">;
}

/** How much of a name a finding repeats. */
const SHOWN = 100;

/**
 * Finds markup in names that strangers have proposed: earlier versions of the form for proposals stored what was typed as HTML. Such a
 * venue or organizer has no author, and no import brought it. Nothing else is known of where a name comes from.
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
    // Outside of a calendar that is open, readers alone say whether anybody follows the changes.
    const hasReaders = (await store.outbox.readers()).length > 0;
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const run = createTransact({
      ...{ store, clock, logger, postStatuses: createPostStatuses() },
      outboxSwitch: { isOn: () => hasReaders },
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
          detail: `Its name holds markup and it has no author, as if a stranger had proposed it: ${name.slice(0, SHOWN)}`,
          repair: () => clean(kind, id),
        };
      }
}
