import type {
  Clock,
  HtmlCleaner,
  ImportedList,
  ImportMoment,
  Repositories,
  SiteSettings,
} from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import type { Authors } from "../authors/authors.ts";
import type { OnImageProblem } from "../images/image-problem.ts";
import type { FoundRecord } from "../source/source.ts";
import type { OwnRecords } from "./content-digest.ts";

/** Context of an `Amend` function. */
export interface AmendContext {
  /** Repositories for reading only. */
  readonly repositories: Repositories;
  readonly site: string;
  /** Adds a note about this record to the report. */
  note(line: string): void;
}

/**
 * Changes a record of the source before it is compared and stored, mostly its plugin fields. The import
 * compares and writes the plugin fields that are set. It must return the same result each time for the same
 * record. Throws a `SourceProblem` for a record that cannot be imported.
 */
export type Amend = <List extends ImportedList>(
  list: List,
  record: OwnRecords[List],
  found: FoundRecord,
  context: AmendContext,
) => Promise<OwnRecords[List]>;

export interface ImportDeps {
  /** Local store; its transactions also write change events to the outbox. */
  readonly store: Store;
  readonly htmlCleaner: HtmlCleaner;
  readonly clock: Clock;
  readonly authors: Authors;
  /** Settings for storing series, and the time zone of events whose own cannot be read. */
  readonly site: ImportMoment["site"] & Pick<SiteSettings, "timezone">;
  /** Creates the missing occurrences of series up to the horizon; called after the events. */
  readonly extendSeries?: () => Promise<unknown>;
  /** Statuses that records may have here, including those of plugins. */
  readonly statuses: readonly string[];
  /**
   * Copies the image files with the given addresses, and those in `replaced` again; returns the addresses
   * that were copied. Calls `onProblem` for each one that could not be copied. If absent, all images stay at
   * the source. Each address is given once.
   */
  readonly importImages?: (
    addresses: ReadonlySet<string>,
    replaced: ReadonlySet<string>,
    onProblem: OnImageProblem,
  ) => Promise<ReadonlySet<string>>;
  /** Amendments in the order in which they are applied. */
  readonly amends?: readonly Amend[];
}

export interface ImportRunOptions {
  /** True to write nothing and draw no ids; the report shows what would happen. */
  readonly dryRun?: boolean;
}
