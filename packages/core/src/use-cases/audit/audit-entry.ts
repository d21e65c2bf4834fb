import type { JsonObject } from "../../model/json.ts";
import type { ChangedKind } from "../../ports/outbox.ts";
import type { StoredDocument } from "../../ports/repositories/document-repository.ts";
import type { AuditChange } from "./audited-members.ts";

export const AUDIT_ACTIONS = ["created", "updated", "published", "trashed", "restored", "deleted"] as const;
/** Action on a record. A record that is created and published at once has the action `created`. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Audit log entry: a write of one record. Source: rules/audit.md#entries. */
export type AuditEntry = {
  /** Id of the entry. Ids of later entries sort after those of earlier ones. */
  readonly id: string;
  /** Milliseconds since 1970, by the clock of the writing process. */
  readonly time: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /** Series of an occurrence. */
  readonly seriesId?: number;
  readonly action: AuditAction;
  /** User id from 1; absent if no user acted. */
  readonly userId?: number;
  /** Id of the user in the host application. */
  readonly hostId?: number | string;
  /** Plugin that acted on its own behalf or as itself. */
  readonly plugin?: string;
  /** Request id; absent for in-process calls, jobs and commands. */
  readonly requestId?: string;
  readonly changes: readonly AuditChange[];
  /** Set if values were removed because a person or a record was erased. */
  readonly isErased?: true;
};

/** Collection of the calendar itself: no plugin has this name. */
export const AUDIT_COLLECTION = "kalends/audit";

/** Digits of a time in milliseconds; enough for every time that JavaScript supports. */
const TIME_DIGITS = 16;

/** Returns the text with which ids of entries from this time on begin. These texts sort like the times. */
export const auditTimeText = (time: number): string =>
  String(Math.min(Math.max(Math.floor(time), 0), 9e15)).padStart(TIME_DIGITS, "0");

const ID = /^\d{16}-\d{9}-\w{1,64}$/;

export const isAuditId = (text: string): boolean => ID.test(text);

/**
 * Converts an entry to a document. Only indexed values are members; the rest is stored in one object without
 * an index.
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
  // `toAuditDocument` has written it.
  ({
    id: key,
    recordId: value.record,
    ...(value.user !== undefined && { userId: value.user }),
    ...(value.entry as JsonObject),
  }) as AuditEntry;
