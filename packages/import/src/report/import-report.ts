import { type ImportedList, type ImportOutcome, toInertText } from "@kalends/core";
import type { ReportEntry, ReportOutcome } from "./report-entry.ts";

/**
 * Outcome of one record in an import.
 * Source: rules/choices.md#import-outcomes.
 */
export type RecordOutcome = Exclude<ReportOutcome, "removed" | "equal" | "unequal" | "missing">;

/** Receives the results of an import while the import runs. */
export interface ImportReport {
  /**
   * Reports the outcome of one record, once for each record. The import awaits the promise, so a slow report
   * slows the import down.
   */
  entry(entry: ReportEntry): void | Promise<void>;
  added(kind: string): void;
  unchanged(kind: string): void;
  /**
   * Reports a record that could not be imported. The import continues. `index` is the position in the file,
   * from 0.
   */
  failed(file: string, index: number, problem: string): void;
  /** Reports the members of a record whose HTML was cleaned before the record was stored. */
  cleaned(kind: string, id: number | string, members: readonly string[]): void;
  /** Reports the outcome of one item that a plugin's importer processed. */
  took(place: string, outcome: ImportOutcome, kind: string, name: string, reason?: string): void;
  /** Reports how many records the interrupted run processed that this run continues. */
  resumed(records: number): void;
  /** Adds a remark that is not a failure. */
  note(line: string): void;
  /**
   * Reports that a list is incomplete: the number of records differs from the announced one, or the
   * interrupted run had failures. The import continues, but counts as failed.
   */
  disagree(line: string, list: ImportedList): void;
}

export interface ImportCounts {
  readonly added: Readonly<Record<string, number>>;
  readonly unchanged: Readonly<Record<string, number>>;
  /** Number of records with each other outcome, by kind of record. */
  readonly others: Readonly<Record<OtherOutcome, Readonly<Record<string, number>>>>;
  /** Number of failures of all kinds. */
  readonly failed: number;
  /** Number of records that the interrupted run processed. The other counts do not include them. */
  readonly resumed: number;
  /** Number of calls of `disagree`. */
  readonly disagreements: number;
  /** Number of remarks that were counted but not printed. See `shownNotes`. */
  readonly hiddenNotes: number;
  /** Lists for which `disagree` was called. */
  readonly incomplete: ReadonlySet<ImportedList>;
}

type OtherOutcome = Exclude<ImportOutcome | ReportOutcome, "added" | "unchanged"> | "cleaned";

export interface ImportReportOptions {
  readonly warn: (line: string) => void;
  /** Called after each record with the number of processed records. */
  readonly onProgress?: (done: number) => void;
  /**
   * Maximum number of remarks about records that are passed to `warn`; unlimited by default. Remarks about
   * conflicts and failures are always passed and do not count.
   */
  readonly shownNotes?: number;
  /** Called with each entry that the report receives through `entry`. */
  readonly onEntry?: (entry: ReportEntry) => void | Promise<void>;
}

/** Maximum number of characters in a line. Text from a source may have any length. */
const MAX_LINE_LENGTH = 2000;

/** Returns text as one line without terminal control sequences. */
const toLine = (text: string): string => {
  const line = toInertText(text.slice(0, MAX_LINE_LENGTH)).replace(/\s+/g, " ");
  return text.length <= MAX_LINE_LENGTH ? line : `${line}...`;
};

/** Maximum number of characters of a title; a longer one is shortened. */
const MAX_NAME_LENGTH = 100;

/** Returns the name and place of a record for messages: `"Spring Concert", events-001.json, record 3`. */
const recordOf = ({ list, place = list, name = "" }: ReportEntry): string => {
  const characters = [...name.trim()];
  if (characters.length === 0) return place;
  const isLong = characters.length > MAX_NAME_LENGTH;
  return `"${characters.slice(0, MAX_NAME_LENGTH).join("")}${isLong ? "..." : ""}", ${place}`;
};

/**
 * Creates a report that counts outcomes. It warns at once about failures, conflicts and at most `shownNotes`
 * remarks.
 */
export const createImportReport = ({
  warn,
  onProgress,
  shownNotes = Number.POSITIVE_INFINITY,
  onEntry,
}: ImportReportOptions): ImportReport & { counts(): ImportCounts } => {
  const none = (): Record<string, number> => ({});
  const others = {
    ...{ updated: none(), removed: none(), skipped: none() },
    ...{ conflict: none(), "kept out": none(), failed: none() },
    ...{ equal: none(), unequal: none(), missing: none(), cleaned: none() },
  };
  const counts = {
    added: none(),
    unchanged: none(),
    others,
    failed: 0,
    resumed: 0,
    disagreements: 0,
    hiddenNotes: 0,
    incomplete: new Set<ImportedList>(),
  };
  let done = 0;
  let notes = 0;
  const report = (text: string): void => warn(toLine(text));
  const step = (): void => {
    done += 1;
    onProgress?.(done);
  };
  const countBy = (counted: Record<string, number>) => (kind: string) => {
    counted[kind] = (counted[kind] ?? 0) + 1;
    step();
  };
  const countOutcome = (outcome: OtherOutcome | "added" | "unchanged", kind: string): void => {
    if (outcome === "failed") counts.failed += 1;
    countBy(outcome === "added" || outcome === "unchanged" ? counts[outcome] : others[outcome])(kind);
  };
  return {
    entry(entry) {
      const { list, outcome, reason } = entry;
      const isKnown = outcome === "conflict" || outcome === "kept out";
      const isNote = reason !== undefined && outcome !== "conflict" && outcome !== "failed";
      if (isNote) notes += 1;
      if (isNote && notes > shownNotes) counts.hiddenNotes += 1;
      else if (reason !== undefined) report(`${recordOf(entry)}: ${isKnown ? `${outcome}: ` : ""}${reason}.`);
      countOutcome(outcome, list);
      return onEntry?.(entry);
    },
    added: countBy(counts.added),
    unchanged: countBy(counts.unchanged),
    failed: (file, index, problem) => {
      counts.failed += 1;
      report(`${file}, record ${index}: ${problem}`);
      step();
    },
    cleaned(kind, id, members) {
      others.cleaned[kind] = (others.cleaned[kind] ?? 0) + 1;
      report(`${kind}: ${id}: cleaned ${members.join(", ")}`);
    },
    took(place, outcome, kind, name, reason) {
      if (reason !== undefined || outcome === "failed") report(`${place}, ${name}: ${reason ?? "failed"}`);
      countOutcome(outcome, kind);
    },
    resumed(records) {
      counts.resumed += records;
    },
    note: report,
    disagree(line, list) {
      counts.disagreements += 1;
      counts.incomplete.add(list);
      report(line);
    },
    counts: () => counts,
  };
};
