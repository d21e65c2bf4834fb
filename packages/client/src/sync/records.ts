import { CalendarRequestError } from "../errors.ts";
import type { CalendarEvent, Organizer, Term, Venue } from "../interface-types.ts";

/** Types of the records in a copy, by kind. */
export interface CopiedRecords {
  readonly event: CalendarEvent;
  readonly venue: Venue;
  readonly organizer: Organizer;
  readonly category: Term;
  readonly tag: Term;
}

export type CopiedKind = keyof CopiedRecords;

/** Change of one record in the copy. */
export type RecordChange = {
  readonly [Kind in CopiedKind]: {
    readonly kind: Kind;
    readonly id: number;
    /** Record before the change; absent if it was not in the copy. */
    readonly before?: CopiedRecords[Kind];
    /** Record after the change; absent if it was deleted or is no longer visible. */
    readonly after?: CopiedRecords[Kind];
  };
}[CopiedKind];

/** Response of `GET /changes`. */
export interface ChangesPage {
  readonly changes: readonly {
    readonly kind: string;
    readonly id: number;
    readonly record?: unknown;
    readonly deleted?: true;
  }[];
  readonly next_token: string;
  readonly has_more: boolean;
  /** Token for reading all records and then their changes. Present only if the request had no `since`. */
  readonly begin?: string;
}

/** Kinds of record by the name of their list. */
export const KINDS: {
  readonly events: "event";
  readonly venues: "venue";
  readonly organizers: "organizer";
  readonly categories: "category";
  readonly tags: "tag";
} = {
  events: "event",
  venues: "venue",
  organizers: "organizer",
  categories: "category",
  tags: "tag",
};

/**
 * True if the error means that the token can no longer be used. It is too old or invalid, or belongs to other
 * rights or another calendar.
 */
export const isExpired = (error: unknown): boolean =>
  error instanceof CalendarRequestError &&
  (error.code === "rest_token_expired" ||
    (error.code === "rest_invalid_param" && error.params.since !== undefined));
