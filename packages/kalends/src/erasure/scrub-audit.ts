import {
  AUDIT_COLLECTION,
  type AuditChange,
  type AuditEntry,
  type Person,
  toAuditDocument,
  toAuditEntry,
} from "@kalends/core/interface";
import type { OutboxEntry, Store } from "@kalends/core/storage";

/** Entries that are read in one step. */
const BATCH = 200;

/** Every entry of the audit log, the oldest first. */
export async function* readAuditLog({ documents }: Pick<Store, "documents">): AsyncGenerator<AuditEntry> {
  for (let key: string | undefined; ; ) {
    const found = await documents.list({
      ...{ collection: AUDIT_COLLECTION, limit: BATCH },
      ...(key !== undefined && { beyond: { key } }),
    });
    yield* found.map(toAuditEntry);
    if (found.length < BATCH) return;
    key = found.at(-1)?.key;
  }
}

/** Replaces those entries of which `scrub` makes others. Each is read again with its replacement: it may have been removed meanwhile. */
const replaceEntries = async (
  store: Pick<Store, "documents" | "transaction">,
  scrub: (entry: AuditEntry) => AuditEntry | undefined,
): Promise<void> => {
  for await (const entry of readAuditLog(store)) {
    const scrubbed = scrub(entry);
    if (scrubbed === undefined) continue;
    await store.transaction(async ({ documents }) => {
      if ((await documents.find(AUDIT_COLLECTION, entry.id)) !== undefined)
        await documents.save(toAuditDocument({ ...scrubbed, isErased: true }));
    });
  }
};

/** Whether a text is somewhere in a value; `text` is in lower case. */
export const hasText = (value: unknown, text: string): boolean => {
  if (typeof value === "string") return value.toLowerCase().includes(text);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((one) => hasText(one, text));
};

const withoutValues = ({ member }: AuditChange): AuditChange => ({ member });

/** Takes off the audit log what these records were; who has written them, and when, stays. Source: rules/audit.md#erasure. */
export const scrubAuditOfRecords = (
  store: Pick<Store, "documents" | "transaction">,
  records: readonly Pick<OutboxEntry, "kind" | "recordId">[],
): Promise<void> =>
  replaceEntries(store, (entry) =>
    records.some(({ kind, recordId }) => kind === entry.kind && recordId === entry.recordId)
      ? { ...entry, changes: entry.changes.map(withoutValues) }
      : undefined,
  );

/** Takes off it what leads from entries to a person: their requests, their name and their address. Source: rules/audit.md#erasure. */
export const scrubAuditOfPerson = (
  store: Pick<Store, "documents" | "transaction">,
  { id, displayName, email }: Person,
): Promise<void> => {
  const texts = [displayName, email].filter((text) => text !== undefined && text !== "");
  const names = (change: AuditChange): boolean =>
    texts.some((text) => hasText([change.from, change.to], String(text).toLowerCase()));
  return replaceEntries(store, (kept) => {
    const { requestId, hostId, ...entry } = kept;
    const isTheirs = entry.userId === id;
    const isLeading = isTheirs && (requestId !== undefined || hostId !== undefined);
    if (!isLeading && !entry.changes.some(names)) return undefined;
    return {
      ...(isTheirs ? entry : kept),
      changes: entry.changes.map((change) => (names(change) ? withoutValues(change) : change)),
    };
  });
};
