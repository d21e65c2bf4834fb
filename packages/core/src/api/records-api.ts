import type { Written } from "../adjustment.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { ListResult } from "../model/views.ts";

/** Revision that a write expects. */
export interface ConditionOptions {
  /** Refuses (412) to change or remove another revision of the record than this one. Source: rules/interface.md#if-match. */
  readonly ifMatch?: number;
}

/** How to remove a record. */
export interface RemoveOptions extends ConditionOptions {
  /** Returns only what would happen; false by default. */
  readonly dry_run?: boolean;
}

/** How to write a record. */
export interface WriteOptions {
  /** Refuses (400) what would not be stored as it is given, instead of naming it in `adjustments`; false by default. */
  readonly strict?: boolean;
  /**
   * Origin of the records that the call creates, venues and organizers inside events included. For importers: a `recurrence` that they send
   * is absolute, so that nothing of it moves along with the start of the event.
   */
  readonly origin?: RecordOrigin;
}

/** How to change a stored record. */
export interface UpdateOptions extends WriteOptions, ConditionOptions {}

/** Where a stream begins. */
export interface StreamOptions {
  /** Only records whose id is above this one; 0 by default. */
  readonly after?: number;
}

/** Query of a kind whose streams have no filters. */
export type NoFilters = Readonly<Record<never, never>>;

/**
 * The operations on one kind of record, with the checks, rights and errors of requests: what a request is refused with is the
 * `CalendarError` that a call rejects with, with a sentence as its message.
 */
export interface RecordsApi<
  View,
  Fields,
  Query,
  /** An id, or a slug as text. */
  Key = number | string,
  StreamQuery = NoFilters,
  Changes = Fields,
  Removal = RemoveOptions,
> {
  get(key: Key): Promise<View>;
  /** One page. */
  list(query?: Query): Promise<ListResult<View>>;
  /**
   * Everything that lists show to the caller, without pages, by id. It is read in portions, each when the one before has been
   * taken: a record that changes meanwhile comes as it is by then, and none comes twice.
   */
  stream(query?: StreamQuery, options?: StreamOptions): AsyncIterable<View>;
  create(values: Fields, options?: WriteOptions): Promise<Written<View>>;
  /** Fields that are left out stay as they are. */
  update(key: Key, values: Changes, options?: UpdateOptions): Promise<Written<View>>;
  remove(key: Key, options?: Removal): Promise<View>;
}
