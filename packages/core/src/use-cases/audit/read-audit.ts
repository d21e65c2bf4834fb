import type { ChangedKind } from "../../ports/outbox.ts";
import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { DocumentQuery } from "../../queries/document-query.ts";
import {
  AUDIT_COLLECTION,
  type AuditAction,
  type AuditEntry,
  auditTimeText,
  toAuditEntry,
} from "./audit-entry.ts";

/** Conditions on entries; all that are given hold. */
export interface AuditQuery {
  readonly kind?: ChangedKind | undefined;
  /** With the series of an occurrence, its occurrences too. */
  readonly recordId?: number | undefined;
  readonly userId?: number | undefined;
  readonly action?: AuditAction | undefined;
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds since 1970, exclusive. */
  readonly until?: number | undefined;
  /** Only entries before the one with this id. */
  readonly before?: string | undefined;
  /** From 1. */
  readonly limit: number;
}

/** A part of the audit log, the newest first. */
export interface AuditPage {
  /** There may be fewer than were asked for although more follow. */
  readonly entries: readonly AuditEntry[];
  /** What `before` is for the next part; absent: there is none. */
  readonly next?: string;
  /** What those users are called who are known by their numbers. */
  readonly names: ReadonlyMap<number, string>;
}

export type ReadAudit = (query: AuditQuery) => Promise<AuditPage>;

/** Entries that are read in one step. */
const BATCH = 200;
/** Entries that are looked at for one page: with conditions that few of them meet, more pages have fewer. */
const MOST_READ = 2_000;

/** What an index answers: by record, else by user, else all. */
const listOf = ({ recordId, userId }: AuditQuery): Pick<DocumentQuery, "member" | "range"> => {
  if (recordId !== undefined) return { member: "record", range: { equals: recordId } };
  return userId === undefined ? {} : { member: "user", range: { equals: userId } };
};

const isWanted = (entry: AuditEntry, { kind, userId, action }: AuditQuery): boolean =>
  (kind === undefined || entry.kind === kind) &&
  (userId === undefined || entry.userId === userId) &&
  (action === undefined || entry.action === action);

interface ReadAuditDeps {
  readonly store: { readonly documents: Pick<DocumentRepository, "list"> };
  /** What a user is called; `undefined`: there is no such account, or not any more. */
  readonly nameOf: (userId: number) => Promise<string | undefined>;
}

/** Reads what is kept, whether or not more is. Source: rules/audit.md#page. */
export const createReadAudit =
  ({ store: { documents }, nameOf }: ReadAuditDeps): ReadAudit =>
  async (query) => {
    const found = await readEntries(documents, query);
    const names = new Map<number, string>();
    for (const userId of new Set(found.entries.map((entry) => entry.userId))) {
      const name = userId === undefined ? undefined : await nameOf(userId);
      if (userId !== undefined && name !== undefined) names.set(userId, name);
    }
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
  // All ids that begin with a time come after it.
  let end = ends.toSorted()[0];
  const entries: AuditEntry[] = [];
  for (let read = 0; read < MOST_READ; read += BATCH) {
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
