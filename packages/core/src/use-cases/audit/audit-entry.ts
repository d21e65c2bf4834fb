import type { JsonObject } from "../../model/json.ts";
import type { ChangedKind } from "../../ports/outbox.ts";
import type { StoredDocument } from "../../ports/repositories/document-repository.ts";
import type { AuditChange } from "./audited-members.ts";

export const AUDIT_ACTIONS = ["created", "updated", "published", "trashed", "restored", "deleted"] as const;
/** What was done to a record; one that is published with its creation is created. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A write of one record, as the audit log keeps it. Source: rules/audit.md#entries. */
export type AuditEntry = {
  /** Names the entry; later entries have later texts. */
  readonly id: string;
  /** Milliseconds since 1970, by the clock of the process that wrote. */
  readonly time: number;
  readonly kind: ChangedKind;
  readonly recordId: number;
  /** Of an occurrence: the series that it belongs to. */
  readonly seriesId?: number;
  readonly action: AuditAction;
  /** From 1; absent: no user. */
  readonly userId?: number;
  /** What a host calls its user. */
  readonly hostId?: number | string;
  /** The plugin that has acted of its own accord, or as itself. */
  readonly plugin?: string;
  /** The request's; absent for calls in process, jobs and commands. */
  readonly requestId?: string;
  readonly changes: readonly AuditChange[];
  /** Values were taken away because somebody or something was erased. */
  readonly isErased?: true;
};

/** Of the calendar itself: no plugin has this name. */
export const AUDIT_COLLECTION = "kalends/audit";

/** Digits of a time in milliseconds, for as long as JavaScript knows times. */
const TIME_DIGITS = 16;

/** What the ids of entries from this time on begin with: these texts are in the order of the times. */
export const auditTimeText = (time: number): string =>
  String(Math.min(Math.max(Math.floor(time), 0), 9e15)).padStart(TIME_DIGITS, "0");

const ID = /^\d{16}-\d{9}-\w{1,64}$/;

export const isAuditId = (text: string): boolean => ID.test(text);

/** What entries are found by is a member of its own; the rest stands in one object, which no index knows. */
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
  // As `toAuditDocument` has written it.
  ({
    id: key,
    recordId: value.record,
    ...(value.user !== undefined && { userId: value.user }),
    ...(value.entry as JsonObject),
  }) as AuditEntry;
