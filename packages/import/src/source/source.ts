import type { ImportedList } from "@kalends/core";
import type { SourceRecord } from "../records/source-record.ts";

/** A record of a source, with the member names and formats of this API's lists. */
export interface FoundRecord {
  readonly record: SourceRecord;
  /**
   * Place where it was found, for messages: `events-001.json, record 3`, `line 12`, or the requested address.
   */
  readonly place: string;
  /**
   * Key of the record within its list, the same in each run, if neither its global id nor its id identifies
   * it. At most 150 characters. An example is the name and the start in a CSV row.
   */
  readonly key?: string;
  /**
   * True if the source does not give publication and modification times: `date`, `date_utc`, `modified` and
   * `modified_utc` are those of this run. A stored record keeps its own times, and they do not count as a
   * difference.
   */
  readonly isUndated?: true;
  /**
   * True if other records refer to this one by its name only. It is added if no local record has this name
   * (for terms, this slug), and never changes an existing one.
   */
  readonly isMention?: true;
  /**
   * Notes for people that do not affect the import, such as that only the first date of a recurring event was
   * imported.
   */
  readonly notes?: readonly string[];
  /** Links to store as `ImportedRecord.openLinks`; see `withRewrittenLinks`. */
  readonly openLinks?: readonly string[];
  /** Earlier paths and queries of its page at the source, percent-encoded. */
  readonly earlierPaths?: readonly string[];
  /**
   * For a record without an id: ids up to this one may belong to other records at the source, so it gets a
   * higher one here.
   */
  readonly idAbove?: number;
  /** For an occurrence: the series it belongs to. */
  readonly series?: FoundSeries;
}

/** The series of an occurrence; lists do not show it. */
export interface FoundSeries {
  /**
   * Series record with `recurrence.rules`, `dates` and `except`. A series recognized from its occurrences has
   * a `key` and no id.
   */
  readonly found: FoundRecord;
  /** Start of this occurrence according to the recurrence, in local time: `2031-05-06 19:00:00`. */
  readonly recurrenceId: string;
}

/** A batch of records that a source yields. */
export interface Portion {
  readonly records: readonly FoundRecord[];
  /** Invalid entries in place of records, such as an unreadable row. */
  readonly failures?: readonly { readonly place: string; readonly problem: string }[];
  /**
   * Called once all records are stored, with the number of failures of the list in this run. An interrupted
   * run can be resumed from here.
   */
  stored?(failed: number): Promise<void>;
}

/** A source of records to import: a live server, list pages, a WordPress export, or tables. */
export interface Source {
  /** Host of records without a global id, such as `old.example`; `""` if unknown. */
  readonly site: string;
  /**
   * Yields the records of a list in portions, in the order of the source. Lists are read in the order of
   * `LISTS`, each once. Rejects with an `ImportError` if the source cannot be read any further; records
   * stored before that stay.
   */
  read(list: ImportedList): AsyncIterable<Portion>;
  /**
   * Returns the number of records that `read` should have yielded, once it has ended. Duplicates count once,
   * and unlisted records that were found are included. Returns `undefined` if the source gives no number.
   */
  announced?(list: ImportedList): number | undefined;
  /**
   * Returns the names of an author by number, such as the login and the full name, most reliable first.
   * Returns an empty list if the source gives none.
   */
  namesOf?(author: number): Promise<readonly string[]>;
  /**
   * Returns the number of announced records that an interrupted earlier run has processed; this run continues
   * after them. Returns 0 if the source always starts again.
   */
  listedBefore?(list: ImportedList): number;
  /** Returns the number of these records that the earlier run could not import. */
  failedBefore?(list: ImportedList): number;
  /** Returns sentences about records that the source has but does not show; reported once at the end. */
  unseen?(): readonly string[];
  /**
   * Returns one record by its id at the source, even if no list shows it; `undefined` if it is not available.
   * From Kalends servers, it returns a series with `recurrence.rules`, `dates` and `except`.
   */
  find?(list: ImportedList, sourceId: number): Promise<FoundRecord | undefined>;
  /**
   * Requests one record that lists do not show. Returns the record, or `gone` if it no longer exists (a 404
   * or `event-no-longer-available`), or `unknown` for any other response. Rejects with an `ImportError` if
   * the source does not respond.
   */
  look?(list: ImportedList, sourceId: number): Promise<FoundRecord | "gone" | "unknown">;
  close?(): Promise<void>;
}
