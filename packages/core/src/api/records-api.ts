import type { WriteResult } from "../adjustment.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { ListResult } from "../model/views.ts";

/** Revision that a write expects. */
export interface ConditionOptions {
  /** Refuses the write (412) if the record has another revision. Source: rules/interface.md#if-match. */
  readonly ifMatch?: number;
}

/** Options for removing a record. */
export interface RemoveOptions extends ConditionOptions {
  /** If true, returns only what would happen; false by default. */
  readonly dry_run?: boolean;
}

/** Options for writing a record. */
export interface WriteOptions {
  /**
   * If true, refuses (400) values that would be stored differently, instead of reporting them in `adjustments`;
   * false by default.
   */
  readonly strict?: boolean;
  /**
   * Origin of the records that the call creates, including venues and organizers inside events. It is meant for
   * importers: with an origin, a `recurrence` is absolute and does not move with the start of the event.
   */
  readonly origin?: RecordOrigin;
}

/** Options for changing a stored record. */
export interface UpdateOptions extends WriteOptions, ConditionOptions {}

/** Start of a stream. */
export interface StreamOptions {
  /** Lowest id, exclusive; 0 by default. */
  readonly after?: number;
}

/** Query of a kind whose streams have no filters. */
export type NoFilters = Readonly<Record<never, never>>;

/**
 * Operations on one kind of record, with the checks, rights and errors of requests. A refused call rejects with the
 * `CalendarError` of the request, with a sentence as its message.
 */
export interface RecordsApi<
  View,
  Fields,
  Query,
  /** Id, or slug as text. */
  Key = number | string,
  StreamQuery = NoFilters,
  Changes = Fields,
  Removal = RemoveOptions,
> {
  get(key: Key): Promise<View>;
  /** Returns one page. */
  list(query?: Query): Promise<ListResult<View>>;
  /**
   * Yields all records that lists show to the caller, without paging, by id. It reads in batches, each after the
   * previous one was consumed. A record that changes meanwhile comes in its current state, and none comes twice.
   */
  stream(query?: StreamQuery, options?: StreamOptions): AsyncIterable<View>;
  create(values: Fields, options?: WriteOptions): Promise<WriteResult<View>>;
  /** Changes a record; omitted fields stay unchanged. */
  update(key: Key, values: Changes, options?: UpdateOptions): Promise<WriteResult<View>>;
  remove(key: Key, options?: Removal): Promise<View>;
}
