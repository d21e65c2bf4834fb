import { blankRecords } from "@kalends/core/interface";
import type { OutboxEntry, Store } from "@kalends/core/storage";

/** Number of outbox entries in one read. */
const BATCH = 200;

/** Yields all entries of the outbox, oldest first. */
export async function* readOutbox({ outbox }: Pick<Store, "outbox">): AsyncGenerator<OutboxEntry> {
  for (let position = 0; ; ) {
    const entries = await outbox.readAfter(position, BATCH);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield* entries;
    ({ position } = last);
  }
}

/**
 * Removes the values of these records from outbox entries. An entry keeps the data that determines which
 * consumers may see that the record was removed. Returns the number of changed entries.
 */
export const scrubOutbox = async (
  { outbox }: Pick<Store, "outbox">,
  records: readonly Pick<OutboxEntry, "kind" | "recordId">[],
): Promise<number> => {
  let scrubbed = 0;
  for await (const entry of readOutbox({ outbox })) {
    const { kind, recordId, position, merged = [] } = entry;
    const ids = [recordId, ...merged.map(({ id }) => id)];
    const erased = records.filter((record) => record.kind === kind && ids.includes(record.recordId));
    if (erased.length === 0) continue;
    const erasedIds = new Set(erased.map((record) => record.recordId));
    if (await outbox.replaceRecords(position, blankRecords(entry, erasedIds))) scrubbed += 1;
  }
  return scrubbed;
};
