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

/** Stored data other than records. Each list is sorted by a number or a name. */
interface Others {
  userIds: storage.UserId;
  documents: storage.StoredDocument;
  /** Sorted by record id and revision. */
  versions: storage.RecordVersion;
  signInRecords: storage.SignInRecord;
  outbox: storage.OutboxEntry;
  outboxReaders: storage.OutboxConsumer;
  outboxFailures: storage.OutboxFailure;
  /** Sorted by id. */
  occurrences: storage.OccurrenceRow;
  /**
   * Series whose later occurrences are not stored yet. `until` is the latest start up to which they are
   * stored.
   */
  expanded: { readonly id: number; readonly until: core.WallClock };
}

/**
 * All stored data, sorted by id. A list is never modified but always replaced by a new list. A shallow copy
 * of this object is therefore a complete snapshot.
 */
export type Contents = { [Kind in keyof (Records & Others)]: readonly (Records & Others)[Kind][] };

/** Highest id given so far, by kind. Ids of failed transactions are not reused. */
export type LastIds = Record<storage.Sequence | "account" | "outbox", number>;

/**
 * Access to the stored data. Outside a transaction, each change is a transaction of its own. Within a
 * transaction, all changes are applied together. `read` returns copies of the data.
 */
export interface Access {
  read<T>(at: (all: Readonly<Contents>, last: Readonly<LastIds>) => T): Promise<T>;
  change<T>(how: (all: Contents, last: LastIds) => T): Promise<T>;
}

export const without = (ids: readonly number[], id: number): readonly number[] =>
  ids.filter((one) => one !== id);
