import { type ImportedList, type ImportOutcome, toInertText } from "@kalends/core";
import type { ReportEntry, ReportOutcome } from "./report-entry.ts";

/** What becomes of a record. Source: rules/choices.md#import-outcomes. */
export type RecordOutcome = Exclude<ReportOutcome, "removed" | "equal" | "unequal" | "missing">;

/** What an import did, as it goes. */
export interface ImportReport {
  /** What became of a record of a source, each once. Awaited: who writes it down may take their time. */
  entry(entry: ReportEntry): void | Promise<void>;
  added(kind: string): void;
  unchanged(kind: string): void;
  /** One record could not be taken over; the others go on. `index` counts from 0 within the file. */
  failed(file: string, index: number, problem: string): void;
  /** A record is not stored as its source has it: these members were cleaned. */
  cleaned(kind: string, id: number | string, members: readonly string[]): void;
  /** What became of a part of what an importer of a plugin takes over. */
  took(place: string, outcome: ImportOutcome, kind: string, name: string, reason?: string): void;
  /** So many records were done by the run that was broken off, which this one continues. */
  resumed(records: number): void;
  /** Something to know that is no failure. */
  note(line: string): void;
  /** The counts of a list do not agree with what the source announced: the import has not succeeded. */
  disagree(line: string, list: ImportedList): void;
}

export interface ImportCounts {
  readonly added: Readonly<Record<string, number>>;
  readonly unchanged: Readonly<Record<string, number>>;
  /** What else became of what, by kind. */
  readonly others: Readonly<Record<OtherOutcome, Readonly<Record<string, number>>>>;
  /** All that failed, whatever its kind. */
  readonly failed: number;
  /** Records of the run that was broken off; in no other number here. */
  readonly resumed: number;
  /** How often counts did not agree. */
  readonly disagreements: number;
  /** Notes that were only counted: see `shownNotes`. */
  readonly hiddenNotes: number;
  /** The lists whose counts did not agree. */
  readonly incomplete: ReadonlySet<ImportedList>;
}

type OtherOutcome = Exclude<ImportOutcome | ReportOutcome, "added" | "unchanged"> | "cleaned";

export interface ImportReportOptions {
  readonly warn: (line: string) => void;
  /** Called after each record with how many were looked at. */
  readonly onProgress?: (done: number) => void;
  /** How many notes, on records that were imported or are kept out, go to `warn`; all by default. */
  readonly shownNotes?: number;
  /** Gets what became of each record of a source. */
  readonly onEntry?: (entry: ReportEntry) => void | Promise<void>;
}

/** Characters: what somebody else wrote may have no end. */
const LONGEST_LINE = 2000;

/** One line that no terminal obeys. */
const toLine = (text: string): string => {
  const line = toInertText(text.slice(0, LONGEST_LINE)).replace(/\s+/g, " ");
  return text.length <= LONGEST_LINE ? line : `${line}...`;
};

/** A longer title is shortened. */
const LONGEST_NAME = 100;

/** The record for people: `"Spring Concert", events-001.json, record 3`. */
const recordOf = ({ list, place = list, name = "" }: ReportEntry): string => {
  const characters = [...name.trim()];
  if (characters.length === 0) return place;
  const isLong = characters.length > LONGEST_NAME;
  return `"${characters.slice(0, LONGEST_NAME).join("")}${isLong ? "..." : ""}", ${place}`;
};

/** Counts what happens and warns of failures and conflicts at once, and of so many notes as are shown. */
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
  const tell = (text: string): void => warn(toLine(text));
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
      else if (reason !== undefined) tell(`${recordOf(entry)}: ${isKnown ? `${outcome}: ` : ""}${reason}.`);
      countOutcome(outcome, list);
      return onEntry?.(entry);
    },
    added: countBy(counts.added),
    unchanged: countBy(counts.unchanged),
    failed: (file, index, problem) => {
      counts.failed += 1;
      tell(`${file}, record ${index}: ${problem}`);
      step();
    },
    cleaned(kind, id, members) {
      others.cleaned[kind] = (others.cleaned[kind] ?? 0) + 1;
      tell(`${kind}: ${id}: cleaned ${members.join(", ")}`);
    },
    took(place, outcome, kind, name, reason) {
      if (reason !== undefined || outcome === "failed") tell(`${place}, ${name}: ${reason ?? "failed"}`);
      countOutcome(outcome, kind);
    },
    resumed(records) {
      counts.resumed += records;
    },
    note: tell,
    disagree(line, list) {
      counts.disagreements += 1;
      counts.incomplete.add(list);
      tell(line);
    },
    counts: () => counts,
  };
};
