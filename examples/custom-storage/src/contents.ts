import type * as core from "@kalends/core";
import type * as storage from "@kalends/core/storage";

export interface Records {
  events: core.CalendarEvent;
  venues: core.Venue;
  organizers: core.Organizer;
  images: core.Image;
  terms: core.Term;
  accounts: storage.Account;
}

/** Other stored data, ordered by a number or a name. */
interface Others {
  userIds: storage.UserId;
  documents: storage.StoredDocument;
  signInRecords: storage.SignInRecord;
  outbox: storage.OutboxEntry;
  outboxReaders: storage.OutboxConsumer;
  outboxFailures: storage.OutboxFailure;
  /** Ordered by id. */
  occurrences: storage.OccurrenceRow;
  /** Series without all of their occurrences, and the start up to which they have them. */
  expanded: { readonly id: number; readonly until: core.WallClock };
}

/**
 * All records, ordered by id. Lists are replaced, never changed, so a shallow copy of this object is a
 * complete copy.
 */
export type Contents = { [Kind in keyof (Records & Others)]: readonly (Records & Others)[Kind][] };

/** Highest ids so far. They only increase, even in failed transactions. */
export type LastIds = Record<storage.Sequence | "account" | "outbox", number>;

/**
 * Access to the data. Each change is a unit of its own, or all changes belong to one unit. Reads return
 * copies.
 */
export interface Access {
  read<T>(at: (all: Readonly<Contents>, last: Readonly<LastIds>) => T): Promise<T>;
  change<T>(how: (all: Contents, last: LastIds) => T): Promise<T>;
}

export const without = (ids: readonly number[], id: number): readonly number[] =>
  ids.filter((one) => one !== id);
