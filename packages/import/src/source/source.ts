import type { ImportedList } from "@kalends/core";
import type { SourceRecord } from "../records/source-record.ts";

/** A record as a source has it: its members are named and written as lists of this interface show them. */
export interface FoundRecord {
  readonly record: SourceRecord;
  /** Where it was found, for people: `events-001.json, record 3`, `line 12`, or the address that was asked. */
  readonly place: string;
  /**
   * What names it within its list in each run, where neither its global id nor its id does: at most 150 characters. Such as name and
   * start of a row of CSV.
   */
  readonly key?: string;
  /**
   * The source does not say when it was published and changed: `date`, `date_utc`, `modified` and `modified_utc` are those of this run.
   * A record that is known keeps its own, and differs by them from nothing.
   */
  readonly isUndated?: true;
  /**
   * Of a record others say nothing but the name: it is added where none of this name is here (of terms, none of this slug), and changes
   * none that is.
   */
  readonly isMention?: true;
  /** What people should know of it that keeps it from nothing, such as that it recurs and only its first time is there. */
  readonly notes?: readonly string[];
  /** What to remember as `ImportedRecord.openLinks`: see `withRewrittenLinks`. */
  readonly openLinks?: readonly string[];
  /** Paths and queries that its page had at the source before, percent-encoded. */
  readonly earlierPaths?: readonly string[];
  /** Of what has no id at the source: those up to here may be others' there, so that it gets none of them here. */
  readonly idAbove?: number;
  /** Of an occurrence: what it belongs to. */
  readonly series?: FoundSeries;
}

/** An event that recurs, as its occurrences name it: lists do not show it. */
export interface FoundSeries {
  /**
   * The event, with `recurrence.rules`, `dates` and `except`. One that the source does not have, but whose occurrences show that it recurs, has a
   * `key` and no id.
   */
  readonly found: FoundRecord;
  /** The start that its recurrence gives this occurrence, on the wall clock: `2031-05-06 19:00:00`. */
  readonly recurrenceId: string;
}

/** What a source can tell of its records at a time. */
export interface Portion {
  readonly records: readonly FoundRecord[];
  /** What stands in the place of records and is none, such as a row that cannot be read. */
  readonly failures?: readonly { readonly place: string; readonly problem: string }[];
  /** Called once all of it is stored, with how many of its list have failed in this run: from here on a run that was broken off may go on. */
  stored?(failed: number): Promise<void>;
}

/** Where records are imported from: a live server, list pages, an export of WordPress, tables. */
export interface Source {
  /** The host that records without a global id are from, such as `old.example`; `""` where nobody knows. */
  readonly site: string;
  /**
   * The records of a list, portion by portion, in the order of the source. Lists are read in the order of `LISTS`, each once. Rejects
   * with an `ImportError` where the source cannot be read any further: what was stored before stays.
   */
  read(list: ImportedList): AsyncIterable<Portion>;
  /**
   * How many records of a list `read` has to have given, once it has given all of them: what the source says, where one that is listed twice counts once,
   * and those that it does not list but that were found count, too. `undefined`: it does not say.
   */
  announced?(list: ImportedList): number | undefined;
  /** What the source calls an author, by number: such as a login and a full name, the surest first; none where it does not say. */
  namesOf?(author: number): Promise<readonly string[]>;
  /**
   * How many records of a list, of those announced, an earlier run that was broken off has taken over: this one goes on behind them. 0
   * where the source always begins anew.
   */
  toldBefore?(list: ImportedList): number;
  /** How many of them that run could not take over. */
  failedBefore?(list: ImportedList): number;
  /** What records the source has that it does not show, in words for people: told once, at the end. */
  unseen?(): readonly string[];
  /**
   * One record by its id at the source, whether lists show it or not; `undefined` where it cannot be had. Of our own servers the event
   * that recurs, which no list shows: with `recurrence.rules`, `dates` and `except`.
   */
  find?(list: ImportedList, sourceId: number): Promise<FoundRecord | undefined>;
  /**
   * Asks for one record that lists do not show: the record, `gone` if the source says that it is no more (a 404 or
   * `event-no-longer-available`), `unknown` for every other answer. Rejects with an `ImportError` where it cannot be asked.
   */
  look?(list: ImportedList, sourceId: number): Promise<FoundRecord | "gone" | "unknown">;
  close?(): Promise<void>;
}
