import type { Image, ImportedList } from "@kalends/core";
import type { ImportReport } from "../report/import-report.ts";
import type { ReportEntry } from "../report/report-entry.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import type { WantedRecord } from "./apply-record.ts";
import type { Identified } from "./identity-in-run.ts";
import type { ImportDeps } from "./import-deps.ts";

/** An image of an imported record, with the data from the source. */
export interface ShownImage {
  readonly image: Image;
  /** The record that refers to the image, for messages. */
  readonly record: Pick<ReportEntry, "name"> & { readonly place: string };
}

/** Imports the records of a source one at a time. */
export interface RecordImporter {
  /**
   * Imports a record and adds its outcome to the report, immediately or when its write is committed. Returns
   * false if the record must not be counted now: it was read before, or it is queued until its parent is
   * imported.
   */
  importRecord(list: ImportedList, found: FoundRecord): Promise<boolean>;
  /**
   * Writes the queued records. Returns the images of all records imported since the last call, with the data
   * from the source.
   */
  flush(): Promise<readonly ShownImage[]>;
  /** Writes queued records and corrects slugs with a suffix. Call this after the last record of a list. */
  endList(): Promise<void>;
  /**
   * Returns the records that are queued until their parents are imported. Pass them to `importRecord` after
   * all other records of the list. If a parent is still missing then, its child is imported without the
   * reference.
   */
  waiting(): readonly FoundRecord[];
  /** True if records are queued for their parents. */
  isWaiting(): boolean;
  /** Returns the number of series of which this run imported occurrences. */
  seriesCount(): number;
}

export interface RecordImporterOptions {
  readonly source: Source;
  readonly deps: ImportDeps;
  readonly dryRun: boolean;
  readonly report: ImportReport;
}

/** Origin of a record: from its own list, embedded in an event, or as the series of an occurrence. */
export type Role = "listed" | "embedded" | "series";

/** A record converted for storage, with remarks for the report. */
export interface Read<List extends ImportedList> {
  readonly wanted: WantedRecord<List>;
  readonly notes: readonly string[];
}

/** A record whose identity is known and whose import is in progress. */
export interface Begun {
  readonly entry: Omit<ReportEntry, "outcome" | "list"> & {
    readonly list: ImportedList;
    readonly place: string;
  };
  readonly role: Role;
  readonly identified: Identified;
}
