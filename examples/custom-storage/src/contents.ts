import type * as core from "@kalends/core/plugin";

export interface Records {
  events: core.CalendarEvent;
  venues: core.Venue;
  organizers: core.Organizer;
  images: core.Image;
  terms: core.Term;
  accounts: core.Account;
}

/** What else is kept, in the order of a number or a name. */
interface Others {
  userIds: core.UserId;
  documents: core.StoredDocument;
  outbox: core.OutboxEntry;
  outboxReaders: core.OutboxReader;
  outboxFailures: core.OutboxFailure;
  /** By id. */
  occurrences: core.OccurrenceRow;
  /** Series that do not have all occurrences, and up to which start they have them. */
  expanded: { readonly id: number; readonly until: core.WallClock };
}

/** All records, by id. Lists are replaced, never changed: a copy of this object is a copy of everything. */
export type Contents = { [Kind in keyof (Records & Others)]: readonly (Records & Others)[Kind][] };

/** The highest ids so far. They only grow, also in transactions that fail. */
export type LastIds = Record<core.Sequence | "account" | "outbox", number>;

/** The way to what is kept: each change a unit of its own, or all of them parts of one. Answers to looks are copies. */
export interface Access {
  look<T>(at: (all: Readonly<Contents>, last: Readonly<LastIds>) => T): Promise<T>;
  change<T>(how: (all: Contents, last: LastIds) => T): Promise<T>;
}

export const without = (ids: readonly number[], id: number): readonly number[] =>
  ids.filter((one) => one !== id);
