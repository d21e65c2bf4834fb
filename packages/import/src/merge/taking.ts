import type { Image, ImportedList } from "@kalends/core";
import type { ImportReport } from "../report/import-report.ts";
import type { ReportEntry } from "../report/report-entry.ts";
import type { FoundRecord, Source } from "../source/source.ts";
import type { Identified } from "./identify.ts";
import type { ImportDeps } from "./import-deps.ts";
import type { WantedRecord } from "./settle-record.ts";

/** An image of a record that was taken, as the source has it. */
export interface ShownImage {
  readonly image: Image;
  /** The record that shows it. */
  readonly record: Pick<ReportEntry, "name"> & { readonly place: string };
}

/** Takes single records over. */
export interface Taking {
  /** Takes one over and reports it, at the latest with `flush`. False where the source does not count it: it was there before, or waits. */
  take(list: ImportedList, found: FoundRecord): Promise<boolean>;
  /** Stores what is to be stored together with others; answers the images of all that was taken since the last time, as the source has them. */
  flush(): Promise<readonly ShownImage[]>;
  /** To be called behind the last record of a list. */
  endList(): Promise<void>;
  /** The records that wait for another one of their list: to be taken after all others, without it if it has not come. */
  waiting(): readonly FoundRecord[];
  /** True if there are any. */
  isWaiting(): boolean;
  /** The number of series whose occurrences have come. */
  seriesCount(): number;
}

export interface TakingOptions {
  readonly source: Source;
  readonly deps: ImportDeps;
  readonly dryRun: boolean;
  readonly report: ImportReport;
}

/** Why a record is taken: a list shows it, an event does, or an occurrence names it. */
export type Role = "listed" | "embedded" | "series";

/** A record as it is to be stored, and what to say of it. */
export interface Read<List extends ImportedList> {
  readonly wanted: WantedRecord<List>;
  readonly notes: readonly string[];
}

/** A record that is being taken. */
export interface Begun {
  readonly entry: Omit<ReportEntry, "outcome" | "list"> & {
    readonly list: ImportedList;
    readonly place: string;
  };
  readonly role: Role;
  readonly identified: Identified;
}
