import type { ImportedList } from "@kalends/core";
import type { SourceRecord } from "../records/source-record.ts";

/** A record of an import source. Its members have the names and formats of this API's list pages. */
export interface FoundRecord {
  readonly record: SourceRecord;
  /**
   * Place of the record in the source, for messages: `events-001.json, record 3`, `line 12`, or the requested
   * URL.
   */
  readonly place: string;
  /**
   * Text that identifies the record within its list, if neither its global id nor its id does. The text must
   * be equal in each run, with at most 150 characters. For a CSV row, see `keyOf`.
   */
  readonly key?: string;
  /**
   * True if the source gives no publication and modification times. The members `date`, `date_utc`,
   * `modified` and `modified_utc` then have the time of this run. An update keeps the local times, and the
   * comparison ignores them.
   */
  readonly isUndated?: true;
  /**
   * True if the source contains this record only as a reference in other records, such as the name of a
   * venue. The record is added if no local record has the name; for terms, the slug decides. An existing
   * local record is not changed.
   */
  readonly isMention?: true;
  /** Remarks for the report that do not affect the import, such as "only the first date was imported". */
  readonly notes?: readonly string[];
  /**
   * Links in the record's texts that the import could not replace yet. They are stored as
   * `ImportedRecord.openLinks`. See `withRewrittenLinks`.
   */
  readonly openLinks?: readonly string[];
  /** Earlier paths, with queries, of the record's web page at the source, percent-encoded. */
  readonly earlierPaths?: readonly string[];
  /**
   * Highest id in use at the source, for a record without an id. The record gets a higher local id, so that
   * other source records can keep their ids.
   */
  readonly idAbove?: number;
  /** Series of the record; absent if the record is not an occurrence. */
  readonly series?: FoundSeries;
}

/** Series of an occurrence. The lists of the source show only its occurrences. */
export interface FoundSeries {
  /**
   * Record of the series, with `recurrence.rules`, `dates` and `except`. If the import recognized the series
   * from its occurrences, the record has a `key` and no id.
   */
  readonly found: FoundRecord;
  /**
   * Start that the recurrence rules give this occurrence, in local time: `2031-05-06 19:00:00`. The actual
   * start may differ.
   */
  readonly recurrenceId: string;
}

/** A batch of records that a source yields together. */
export interface Portion {
  readonly records: readonly FoundRecord[];
  /** Entries of the source that could not become records, such as an unreadable CSV row. */
  readonly failures?: readonly { readonly place: string; readonly problem: string }[];
  /**
   * Called once all records of the portion are stored. `failed` is the number of failures in this list and
   * run. An interrupted run can be resumed after this portion.
   */
  stored?(failed: number): Promise<void>;
}

/** Source of records to import: a live server, saved list pages, a WordPress export, or CSV tables. */
export interface Source {
  /** Site of records without a global id, such as `old.example`; `""` if unknown. */
  readonly site: string;
  /**
   * Yields the records of a list in portions, in the order of the source. The import calls it once for each
   * list, in the order of `LISTS`. Rejects with an `ImportError` if the source becomes unreadable. Records
   * that are already stored stay.
   */
  read(list: ImportedList): AsyncIterable<Portion>;
  /**
   * Returns the number of records that `read` should have yielded. Call this after `read` has ended.
   * Duplicates count once, and found records that no list shows count too. Returns `undefined` if the source
   * announces no number.
   */
  announced?(list: ImportedList): number | undefined;
  /**
   * Returns the names of an author by number at the source, such as the login and the full name. The most
   * reliable name comes first. Returns an empty list if the source gives none.
   */
  namesOf?(author: number): Promise<readonly string[]>;
  /**
   * Returns the number of announced records that an interrupted earlier run processed. This run continues
   * after these. Returns 0 if the source always starts at the beginning.
   */
  listedBefore?(list: ImportedList): number;
  /** Returns how many of the records in `listedBefore` the earlier run could not import. */
  failedBefore?(list: ImportedList): number;
  /**
   * Returns sentences about records that the source has but that the import could not read. The report shows
   * them once, at the end.
   */
  unseen?(): readonly string[];
  /**
   * Returns one record by its id at the source, even if no list shows it. Returns `undefined` if the record
   * is not available. A Kalends server returns a series with `recurrence.rules`, `dates` and `except`.
   */
  find?(list: ImportedList, sourceId: number): Promise<FoundRecord | undefined>;
  /**
   * Requests one record that lists do not show. Returns `gone` if the record no longer exists (`gone` or
   * `missing` in `ProbeResult`). Returns `unknown` for the other values of `ProbeResult` without a record.
   * Rejects with an `ImportError` if the source does not respond, or responds with an unknown error.
   */
  look?(list: ImportedList, sourceId: number): Promise<FoundRecord | "gone" | "unknown">;
  close?(): Promise<void>;
}
