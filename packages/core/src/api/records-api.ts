import type { WriteResult } from "../adjustment.ts";
import type { ExternalId } from "../model/external-id.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { ListResult } from "../model/views.ts";

/** Precondition of a write. */
export interface ConditionOptions {
  /**
   * Revision that the stored record must have. Otherwise the write is refused with a 412. Source:
   * rules/interface.md#if-match.
   */
  readonly ifMatch?: number;
}

/** Options for removing a record. */
export interface RemoveOptions extends ConditionOptions {
  /** If true, the call changes nothing and returns what it would change. False by default. */
  readonly dry_run?: boolean;
}

/** Operation on the kinds of records that can be merged. */
export interface MergeApi<View> {
  /**
   * Moves all events of the records in `from` to the record `id`, removes the records in `from`, and returns
   * the record `id`. `from` has 1 to 50 ids. The call is refused inside a transaction.
   * Source: rules/merging.md#merge.
   */
  merge(id: number, from: readonly number[], options?: ConditionOptions): Promise<View>;
}

/** Options for writing a record. */
export interface WriteOptions {
  /**
   * If true, a value that would be stored differently is refused with a 400. False by default: such values
   * are reported in `adjustments`.
   */
  readonly strict?: boolean;
  /**
   * Origin of the records that the call creates, including venues and organizers inside events.
   * Importers set it. With an origin, a `recurrence` is stored as sent and does not move with the start of
   * the event.
   */
  readonly origin?: RecordOrigin;
}

/** Options for updating a stored record. */
export interface UpdateOptions extends WriteOptions, ConditionOptions {}

/** Position at which a stream begins. */
export interface StreamOptions {
  /** The stream contains only records whose id is greater than this one; 0 by default. */
  readonly after?: number;
}

/** Query type of `stream` for kinds of records whose streams have no filters. */
export type NoFilters = Readonly<Record<never, never>>;

/**
 * Operations on one kind of record, with the same checks, rights and errors as HTTP requests.
 * A refused call rejects with the `CalendarError` that an HTTP request would get. Its message is an English
 * sentence.
 */
export interface RecordsApi<
  View,
  Fields,
  Query,
  /** Key of a record: its id as a number, or its slug as text. */
  Key = number | string,
  StreamQuery = NoFilters,
  Changes = Fields,
  Removal = RemoveOptions,
> {
  get(key: Key): Promise<View>;
  /** Returns one page of the list. */
  list(query?: Query): Promise<ListResult<View>>;
  /**
   * Yields all records that lists show to the caller, ordered by id and without pages.
   * Records are read in batches, each after the previous one was consumed. A record that changes during the
   * iteration appears once, in the state at the time of its batch.
   */
  stream(query?: StreamQuery, options?: StreamOptions): AsyncIterable<View>;
  create(values: Fields, options?: WriteOptions): Promise<WriteResult<View>>;
  /** Updates a record. Omitted fields stay unchanged. */
  update(key: Key, values: Changes, options?: UpdateOptions): Promise<WriteResult<View>>;
  /**
   * Updates the record with this external id, or creates it if it does not exist. It never reuses a record by
   * its name. Omitted fields of an existing record stay unchanged; a new record needs the same fields as for
   * `create`. If several calls run at the same time, even in several processes, only one of them creates the
   * record.
   * Throws `rest_external_id_taken` if another record has one of the `external_ids` in the values.
   */
  putByExternalId(
    externalId: ExternalId,
    values: Fields | Changes,
    options?: UpdateOptions,
  ): Promise<WriteResult<View> & { readonly isNew: boolean }>;
  remove(key: Key, options?: Removal): Promise<View>;
}
