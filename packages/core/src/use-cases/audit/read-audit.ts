import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { DocumentQuery } from "../../queries/document-query.ts";
import {
  AUDIT_COLLECTION,
  type AuditAction,
  type AuditEntry,
  type AuditKind,
  auditTimeText,
  toAuditEntry,
} from "./audit-entry.ts";

/** Conditions on audit entries; all conditions that are present must hold. */
export interface AuditQuery {
  readonly kind?: AuditKind | undefined;
  /**
   * Only entries of this record. The id of a series does not select the entries of its occurrences, which
   * have their own ids.
   */
  readonly recordId?: number | undefined;
  readonly userId?: number | undefined;
  readonly action?: AuditAction | undefined;
  /** Only entries from this time on, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Only entries before this time, in milliseconds since 1970. */
  readonly until?: number | undefined;
  /** Cursor: only entries before the entry with this id. */
  readonly before?: string | undefined;
  /** Maximum number of entries on the page, from 1. */
  readonly limit: number;
}

/** One page of the audit log, newest entries first. */
export interface AuditPage {
  /** Entries of the page. The page can have fewer entries than requested even if more follow. */
  readonly entries: readonly AuditEntry[];
  /** Cursor for the next page, for `AuditQuery.before`. Absent on the last page. */
  readonly next?: string;
  /** Names of users by id. Users whose accounts no longer exist are left out. */
  readonly names: ReadonlyMap<number, string>;
}

export type ReadAudit = (query: AuditQuery) => Promise<AuditPage>;

/** Number of entries that are read in one batch. */
const BATCH = 200;
/**
 * Maximum number of entries that are read for one page. If only a few of them meet the conditions, the page
 * has fewer entries than requested.
 */
const MAX_READ = 2_000;

/** Selects the index for the query: by record, otherwise by user, otherwise all entries. */
const listOf = ({ recordId, userId }: AuditQuery): Pick<DocumentQuery, "member" | "range"> => {
  if (recordId !== undefined) return { member: "record", range: { equals: recordId } };
  return userId === undefined ? {} : { member: "user", range: { equals: userId } };
};

const isWanted = (entry: AuditEntry, { kind, userId, action }: AuditQuery): boolean =>
  (kind === undefined || entry.kind === kind) &&
  (userId === undefined || entry.userId === userId) &&
  (action === undefined || entry.action === action);

export interface ReadAuditDeps {
  readonly store: { readonly documents: Pick<DocumentRepository, "list"> };
  /** Returns the names of users by their ids, as far as they are known. */
  readonly namesOf: (userIds: Iterable<number>) => Promise<ReadonlyMap<number, string>>;
}

/**
 * Creates the function that reads stored audit entries. It also works if no new entries are recorded.
 * Source: rules/audit.md#page.
 */
export const createReadAudit =
  ({ store: { documents }, namesOf }: ReadAuditDeps): ReadAudit =>
  async (query) => {
    const found = await readEntries(documents, query);
    const ids = new Set(found.entries.flatMap(({ userId }) => (userId === undefined ? [] : [userId])));
    const names = await namesOf(ids);
    return { ...found, names };
  };

const readEntries = async (
  documents: Pick<DocumentRepository, "list">,
  query: AuditQuery,
): Promise<Omit<AuditPage, "names">> => {
  const { limit, since = 0, until, before } = query;
  const list = listOf(query);
  const first = auditTimeText(since);
  const ends = [before, until === undefined ? undefined : auditTimeText(until)].filter(
    (end) => end !== undefined,
  );
  // The text of a time sorts before all ids with this time.
  let end = ends.toSorted()[0];
  const entries: AuditEntry[] = [];
  for (let read = 0; read < MAX_READ; read += BATCH) {
    const value = list.range?.equals;
    const found = await documents.list({
      ...{ collection: AUDIT_COLLECTION, ...list, descending: true, limit: BATCH },
      ...(end !== undefined && { beyond: { key: end, ...(value !== undefined && { value }) } }),
    });
    for (const document of found) {
      if (document.key < first) return { entries };
      const entry = toAuditEntry(document);
      if (!isWanted(entry, query)) continue;
      if (entries.length === limit) return { entries, next: entries.at(-1)?.id ?? "" };
      entries.push(entry);
    }
    if (found.length < BATCH) return { entries };
    end = found.at(-1)?.key;
  }
  return { entries, ...(end !== undefined && { next: end }) };
};
