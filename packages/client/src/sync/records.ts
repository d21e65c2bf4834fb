import { CalendarRequestError } from "../errors.ts";
import type { CalendarEvent, Organizer, Term, Venue } from "../interface-types.ts";

/** The kinds of record that a copy holds, and what they look like. */
export interface CopiedRecords {
  readonly event: CalendarEvent;
  readonly venue: Venue;
  readonly organizer: Organizer;
  readonly category: Term;
  readonly tag: Term;
}

export type CopiedKind = keyof CopiedRecords;

/** What became of one record. */
export type RecordChange = {
  readonly [Kind in CopiedKind]: {
    readonly kind: Kind;
    readonly id: number;
    /** Absent: the copy did not have it. */
    readonly before?: CopiedRecords[Kind];
    /** Absent: it is gone, or no longer to be seen. */
    readonly after?: CopiedRecords[Kind];
  };
}[CopiedKind];

/** What `GET /changes` answers. */
export interface ChangesPage {
  readonly changes: readonly {
    readonly kind: string;
    readonly id: number;
    readonly record?: unknown;
    readonly deleted?: true;
  }[];
  readonly next_token: string;
  readonly has_more: boolean;
  /** Only without `since`: what to go on with for all records and then their changes. */
  readonly begin?: string;
}

/** The kinds, by the names of their lists. */
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

/** The token is of no use any more: too old, of other rights, of another calendar, or none at all. */
export const isExpired = (error: unknown): boolean =>
  error instanceof CalendarRequestError &&
  (error.code === "rest_token_expired" ||
    (error.code === "rest_invalid_param" && error.params.since !== undefined));
