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

/** Data that an `Amend` function receives about the import. */
export interface AmendContext {
  /** Repositories of the local store, for reading only. */
  readonly repositories: Repositories;
  readonly site: string;
  /** Adds a remark about this record to the report. */
  note(line: string): void;
}

/**
 * Changes a source record before the import compares and stores it; usually sets plugin fields. The import
 * compares and writes only those plugin fields that the returned record has. The function must return equal
 * results for equal records. Throws a `SourceProblem` if the record cannot be imported.
 */
export type Amend = <List extends ImportedList>(
  list: List,
  record: OwnRecords[List],
  found: FoundRecord,
  context: AmendContext,
) => Promise<OwnRecords[List]>;

export interface ImportDeps {
  /** Local store. With the option `--tell`, its transactions also write their changes to the outbox. */
  readonly store: Store;
  readonly htmlCleaner: HtmlCleaner;
  readonly clock: Clock;
  readonly authors: Authors;
  /** Site settings for storing series, and the time zone for events without a readable one. */
  readonly site: ImportMoment["site"] & Pick<SiteSettings, "timezone">;
  /**
   * Creates the missing occurrences of series up to the recurrence horizon. The import calls it after the
   * last event.
   */
  readonly extendSeries?: () => Promise<unknown>;
  /** Statuses that local records may have, including those of plugins. */
  readonly statuses: readonly string[];
  /**
   * Copies the image files with the given URLs, and copies files in `replaced` again. Returns the URLs of the
   * copied files. Calls `onProblem` for each file that could not be copied. If absent, images are not copied
   * and keep the URLs of the source. Each URL is passed once.
   */
  readonly importImages?: (
    addresses: ReadonlySet<string>,
    replaced: ReadonlySet<string>,
    onProblem: OnImageProblem,
  ) => Promise<ReadonlySet<string>>;
  /** Functions that change records before they are imported, in order of application. */
  readonly amends?: readonly Amend[];
}

export interface ImportRunOptions {
  /** True to write nothing and reserve no ids. The report shows the outcomes that a real run would have. */
  readonly dryRun?: boolean;
}
