import type { Job, Resources } from "./interface-types.ts";
import type { OnceOptions, RequestOptions, WriteOptions } from "./record-client.ts";

/**
 * Events of a bulk change: by ids, or all events of a list that has the expected number of events. Send more
 * than 9,900 ids as one text, separated by commas.
 */
type BulkSelection =
  | { readonly ids: readonly number[] | string; readonly expected?: number }
  | { readonly filter: Resources["events"]["query"]; readonly expected: number };

/** Change that is made to each event, with its values. */
type BulkAction =
  | { readonly action: "publish" | "draft" | "trash" | "restore" | "cancel" | "duplicate" }
  | {
      readonly action: "categories" | "tags";
      readonly values: { readonly add?: readonly number[]; readonly remove?: readonly number[] };
    }
  /** `venue`: id of the new venue; `null` removes the venue. */
  | { readonly action: "venue"; readonly values: { readonly venue: number | null } }
  /** `start_time`: new time of day of the start, as `HH:MM`. */
  | { readonly action: "shift"; readonly values: { readonly days?: number; readonly start_time?: string } };

/** Change of many events. */
export type BulkChange = BulkSelection &
  BulkAction & {
    /**
     * `this` (default): an occurrence stands for itself. `all`: it stands for its series, which is changed
     * once.
     */
    readonly scope?: "this" | "all";
    /** If true, the server stores nothing. */
    readonly dry_run?: boolean;
  };

/** Result of the change of one event. */
export interface BulkResult {
  readonly id: number;
  /** HTTP status of a request for this event; 400 or more if the event was not changed. */
  readonly status: number;
  /** Id of the series that was changed instead of the occurrence. */
  readonly series?: number;
  /** `ETag` after the change; for `duplicate`, of the copy. */
  readonly etag?: string;
  /** Revision before the change, which can be restored. */
  readonly previous_revision?: number;
  /** Id of the copy. */
  readonly duplicate?: number;
  /** Parameters whose stored values differ from those that the change requested. */
  readonly adjusted?: readonly string[];
  readonly notices?: readonly string[];
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly data: { readonly status: number };
  };
}

/**
 * Response to a bulk change: the results of up to 200 events, or a job that changes more events in the
 * background. Only jobs have an `id`; `jobs.get` reads them again.
 */
export type BulkResponse = { readonly results: readonly BulkResult[]; readonly id?: undefined } | Job;

export type BulkOptions = RequestOptions & OnceOptions & Pick<WriteOptions, "strict">;
