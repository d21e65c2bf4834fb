import { blankRecords } from "@kalends/core/interface";
import type { OutboxEntry, Store } from "@kalends/core/storage";

/** Entries that are read in one step. */
const BATCH = 200;

/** Every entry of the outbox, the oldest first. */
export async function* readOutbox({ outbox }: Pick<Store, "outbox">): AsyncGenerator<OutboxEntry> {
  for (let position = 0; ; ) {
    const entries = await outbox.readAfter(position, BATCH);
    const last = entries.at(-1);
    if (last === undefined) return;
    yield* entries;
    ({ position } = last);
  }
}

/** Takes off the outbox what it says of these records; who may know that they are gone stays. Answers how many entries. */
export const scrubOutbox = async (
  { outbox }: Pick<Store, "outbox">,
  records: readonly Pick<OutboxEntry, "kind" | "recordId">[],
): Promise<number> => {
  let scrubbed = 0;
  for await (const entry of readOutbox({ outbox })) {
    const { kind, recordId, position } = entry;
    if (!records.some((record) => record.kind === kind && record.recordId === recordId)) continue;
    if (await outbox.replaceRecords(position, blankRecords(entry))) scrubbed += 1;
  }
  return scrubbed;
};
