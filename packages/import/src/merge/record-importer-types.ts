import type { Image, ImportedList } from "@kalends/core";
import type { ImportReport } from "../report/import-report.ts";
import type { ReportEntry } from "../report/report-entry.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import type { WantedRecord } from "./apply-record.ts";
import type { Identified } from "./identity-in-run.ts";
import type { ImportDeps } from "./import-deps.ts";

/** An image of an imported record, as the source has it. */
export interface ShownImage {
  readonly image: Image;
  /** The record that shows the image. */
  readonly record: Pick<ReportEntry, "name"> & { readonly place: string };
}

/** Imports single records. */
export interface RecordImporter {
  /**
   * Imports a record and reports it, at the latest during `flush`. Returns false if the source does not count
   * it: it was read before, or is queued.
   */
  importRecord(list: ImportedList, found: FoundRecord): Promise<boolean>;
  /**
   * Writes the queued records. Returns the images of all records imported since the last call, as the source
   * has them.
   */
  flush(): Promise<readonly ShownImage[]>;
  /** Call this after the last record of a list. */
  endList(): Promise<void>;
  /**
   * Returns records queued for another one of their list. Import them after all others, without the link if
   * the other one is missing.
   */
  waiting(): readonly FoundRecord[];
  /** True if records are queued. */
  isWaiting(): boolean;
  /** Returns the number of series whose occurrences were imported. */
  seriesCount(): number;
}

export interface RecordImporterOptions {
  readonly source: Source;
  readonly deps: ImportDeps;
  readonly dryRun: boolean;
  readonly report: ImportReport;
}

/**
 * Reason why a record is imported: a list shows it, an event shows it, or an occurrence refers to it as its
 * series.
 */
export type Role = "listed" | "embedded" | "series";

/** A record in the form to be stored, with notes for the report. */
export interface Read<List extends ImportedList> {
  readonly wanted: WantedRecord<List>;
  readonly notes: readonly string[];
}

/** A record whose import has started. */
export interface Begun {
  readonly entry: Omit<ReportEntry, "outcome" | "list"> & {
    readonly list: ImportedList;
    readonly place: string;
  };
  readonly role: Role;
  readonly identified: Identified;
}
