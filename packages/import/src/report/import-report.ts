import { type ImportOutcome, toInertText } from "@kalends/core";

/** What an import did, as it goes. */
export interface ImportReport {
  added(kind: string): void;
  unchanged(kind: string): void;
  /** One record could not be taken over; the others go on. `index` counts from 0 within the file. */
  failed(file: string, index: number, problem: string): void;
  /** What became of a part of what an importer of a plugin takes over. */
  took(place: string, outcome: ImportOutcome, kind: string, name: string, reason?: string): void;
  /** Something to know that is no failure. */
  note(line: string): void;
}

export interface ImportCounts {
  readonly added: Readonly<Record<string, number>>;
  readonly unchanged: Readonly<Record<string, number>>;
  /** Of importers: what else became of what, by kind. */
  readonly others: Readonly<Record<OtherOutcome, Readonly<Record<string, number>>>>;
  readonly failed: number;
}

type OtherOutcome = Exclude<ImportOutcome, "added" | "unchanged">;

/** Counts what happens and warns of failures at once; `onProgress` is called after each record with how many were looked at. */
export const createImportReport = ({
  warn,
  onProgress,
}: {
  readonly warn: (line: string) => void;
  readonly onProgress?: (done: number) => void;
}): ImportReport & { counts(): ImportCounts } => {
  const none = (): Record<string, number> => ({});
  const others = { updated: none(), removed: none(), skipped: none(), failed: none() };
  const counts = { added: none(), unchanged: none(), others, failed: 0 };
  let done = 0;
  const step = (): void => {
    done += 1;
    onProgress?.(done);
  };
  const countBy = (counted: Record<string, number>) => (kind: string) => {
    counted[kind] = (counted[kind] ?? 0) + 1;
    step();
  };
  return {
    added: countBy(counts.added),
    unchanged: countBy(counts.unchanged),
    failed: (file, index, problem) => {
      counts.failed += 1;
      warn(`${file}, record ${index}: ${problem}`);
      step();
    },
    took(place, outcome, kind, name, reason) {
      if (outcome === "failed") counts.failed += 1;
      if (reason !== undefined || outcome === "failed")
        warn(toInertText(`${place}, ${name}: ${reason ?? "failed"}`));
      countBy(outcome === "added" || outcome === "unchanged" ? counts[outcome] : others[outcome])(kind);
    },
    note: warn,
    counts: () => counts,
  };
};
