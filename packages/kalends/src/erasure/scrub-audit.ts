import {
  AUDIT_COLLECTION,
  type AuditChange,
  type AuditEntry,
  type Person,
  toAuditDocument,
  toAuditEntry,
} from "@kalends/core/interface";
import type { OutboxEntry, Store } from "@kalends/core/storage";

/** Number of audit entries in one read. */
const BATCH = 200;

/** Yields all entries of the audit log, oldest first. */
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

/**
 * Replaces each audit entry for which `scrub` returns a replacement. The entry is read again in the same
 * transaction, because it may have been removed meanwhile.
 */
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

/** True if a text occurs anywhere in a value, ignoring case. `text` must be in lower case. */
export const hasText = (value: unknown, text: string): boolean => {
  if (typeof value === "string") return value.toLowerCase().includes(text);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((one) => hasText(one, text));
};

const withoutValues = ({ member }: AuditChange): AuditChange => ({ member });

/**
 * Removes the values of these records from the audit log. The author and time of each change stay.
 * Source: rules/audit.md#erasure.
 */
export const scrubAuditOfRecords = (
  store: Pick<Store, "documents" | "transaction">,
  records: readonly Pick<OutboxEntry, "kind" | "recordId">[],
): Promise<void> =>
  replaceEntries(store, (entry) =>
    records.some(({ kind, recordId }) => kind === entry.kind && recordId === entry.recordId)
      ? { ...entry, changes: entry.changes.map(withoutValues) }
      : undefined,
  );

/**
 * Removes data that identifies a person from the audit log: request ids, host ids, names and email addresses.
 * Source: rules/audit.md#erasure.
 */
export const scrubAuditOfPerson = (
  store: Pick<Store, "documents" | "transaction">,
  { id, displayName, email }: Person,
): Promise<void> => {
  const texts = [displayName, email].filter((text) => text !== undefined && text !== "");
  const names = (change: AuditChange): boolean =>
    texts.some((text) => hasText([change.from, change.to], String(text).toLowerCase()));
  /** True for an entry about the account itself. Each value of such an entry may identify the person. */
  const isAboutAccount = ({ kind, recordId }: AuditEntry): boolean =>
    (kind === "account" || kind === "session") && recordId === id;
  return replaceEntries(store, (kept) => {
    const { requestId, hostId, ...entry } = kept;
    const isTheirs = entry.userId === id;
    const isLeading = isTheirs && (requestId !== undefined || hostId !== undefined);
    const blanks = (change: AuditChange): boolean =>
      isAboutAccount(kept) ? Object.keys(change).length > 1 : names(change);
    if (!isLeading && !entry.changes.some(blanks)) return undefined;
    return {
      ...(isTheirs ? entry : kept),
      changes: entry.changes.map((change) => (blanks(change) ? withoutValues(change) : change)),
    };
  });
};
