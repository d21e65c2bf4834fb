import type {
  Clock,
  HtmlCleaner,
  ImportedList,
  ImportMoment,
  Repositories,
  SiteSettings,
  Store,
} from "@kalends/core";
import type { Authors } from "../authors/authors.ts";
import type { OnImageProblem } from "../images/image-problem.ts";
import type { FoundRecord } from "../source/source.ts";
import type { OwnRecords } from "./content-digest.ts";

/** What `Amend` may ask and say. */
export interface AmendContext {
  /** To be read only. */
  readonly repositories: Repositories;
  readonly site: string;
  /** Something of this record to know. */
  note(line: string): void;
}

/**
 * Changes a record as the source has it before it is compared and stored, above all its extensions, of which the import then compares
 * and writes those fields that are set. Must do the same each time for the same record. Throws a `SourceProblem` for what cannot be taken.
 */
export type Amend = <List extends ImportedList>(
  list: List,
  record: OwnRecords[List],
  found: FoundRecord,
  context: AmendContext,
) => Promise<OwnRecords[List]>;

export interface ImportDeps {
  /** Its `transaction` keeps what changes in the outbox where others are to know. */
  readonly store: Store;
  readonly htmlCleaner: HtmlCleaner;
  readonly clock: Clock;
  readonly authors: Authors;
  /** By what rules series are kept, and the zone of events whose own cannot be read. */
  readonly site: ImportMoment["site"] & Pick<SiteSettings, "timezone">;
  /** Makes the occurrences that series lack up to the horizon: after the events. */
  readonly extendSeries?: () => Promise<unknown>;
  /** The statuses that records may have here, those of plugins included. */
  readonly statuses: readonly string[];
  /**
   * Fetches the files of images, by their addresses, and those of the `replaced` anew; returns the addresses whose files came. Calls
   * `onProblem` for each one that stays where it is. Absent: all of them do. Each address comes once.
   */
  readonly importImages?: (
    addresses: ReadonlySet<string>,
    replaced: ReadonlySet<string>,
    onProblem: OnImageProblem,
  ) => Promise<ReadonlySet<string>>;
  /** In this order. */
  readonly amends?: readonly Amend[];
}

export interface ImportRunOptions {
  /** Nothing is written, no id is drawn: the report says what would happen. */
  readonly dryRun?: boolean;
}
