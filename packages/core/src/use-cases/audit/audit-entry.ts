import type { JsonObject } from "../../model/json.ts";
import type { StoredDocument } from "../../ports/repositories/document-repository.ts";
import type { AuditChange } from "./audited-members.ts";

export const AUDIT_ACTIONS = [
  "created",
  "updated",
  "published",
  "trashed",
  "restored",
  "deleted",
  "merged",
  "signed_in",
  "refused",
] as const;
/**
 * Action on a record. `merged` means that other records were merged into the record. A record that is created
 * and published at once has the action `created`. Entries of the kind `session` have `signed_in`, or
 * `refused` for a refused sign-in.
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_KINDS = [
  "event",
  "venue",
  "organizer",
  "category",
  "tag",
  "image",
  "account",
  "session",
] as const;
/** Kind of record that an entry is about. `session` means a sign-in to an account. */
export type AuditKind = (typeof AUDIT_KINDS)[number];

/**
 * Audit log entry: a write of one record, a change of an account or a sign-in.
 * Source: rules/audit.md#entries, rules/audit.md#accounts.
 */
export type AuditEntry = {
  /** Id of the entry. Entries sort by id in the order of time. */
  readonly id: string;
  /** Time of the write in milliseconds since 1970, by the clock of the process that made it. */
  readonly time: number;
  readonly kind: AuditKind;
  /** Id of the record or account; 0 for a refused sign-in with a name that no account has. */
  readonly recordId: number;
  /** Id of the series, if the record is an occurrence. */
  readonly seriesId?: number;
  readonly action: AuditAction;
  /** Id of the user who made the change, from 1. Absent if no user did. */
  readonly userId?: number;
  /** Id of the user in the host application. */
  readonly hostId?: number | string;
  /** Name of the plugin that made the change on its own behalf. */
  readonly plugin?: string;
  /** Id of the HTTP request. Absent if an in-process call, a job or a command made the change. */
  readonly requestId?: string;
  readonly changes: readonly AuditChange[];
  /** Set if values were removed from the entry because a person or a record was erased. */
  readonly isErased?: true;
};

/** Name of the collection of audit entries; no plugin can use this name. */
export const AUDIT_COLLECTION = "kalends/audit";

/** Number of digits for a time in milliseconds. It is sufficient for every time that JavaScript supports. */
const TIME_DIGITS = 16;

/**
 * Returns the text with which the ids of entries at this time begin. Such texts sort in the order of time.
 */
export const auditTimeText = (time: number): string =>
  String(Math.min(Math.max(Math.floor(time), 0), 9e15)).padStart(TIME_DIGITS, "0");

/** Number of values of the counter that orders the ids of a process within a millisecond. */
const MAX_SEQUENCE = 1_000_000_000;

/**
 * Returns a function that creates ids of entries. `newToken` returns a new token of letters and digits, which
 * makes the ids unique.
 */
export const createAuditIds = (newToken: () => string): ((time: number) => string) => {
  let counter = 0;
  return (time) => {
    counter = (counter + 1) % MAX_SEQUENCE;
    return `${auditTimeText(time)}-${String(counter).padStart(9, "0")}-${newToken()}`;
  };
};

const ID = /^\d{16}-\d{9}-\w{1,64}$/;

export const isAuditId = (text: string): boolean => ID.test(text);

/**
 * Converts an entry to a document. Only indexed values are direct members; all other values are in one
 * object, which has no index.
 */
export const toAuditDocument = ({ id, recordId, userId, ...entry }: AuditEntry): StoredDocument => ({
  collection: AUDIT_COLLECTION,
  key: id,
  value: {
    record: recordId,
    ...(userId !== undefined && { user: userId }),
    entry,
  },
});

export const toAuditEntry = ({ key, value }: Pick<StoredDocument, "key" | "value">): AuditEntry =>
  // The type is safe, because only `toAuditDocument` writes these values.
  ({
    id: key,
    recordId: value.record,
    ...(value.user !== undefined && { userId: value.user }),
    ...(value.entry as JsonObject),
  }) as AuditEntry;
