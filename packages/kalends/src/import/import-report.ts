/** What an import did, as it goes. */
export interface ImportReport {
  added(kind: string): void;
  unchanged(kind: string): void;
  /** One record could not be taken over; the others go on. `index` counts from 0 within the file. */
  failed(file: string, index: number, problem: string): void;
  /** Something to know that is no failure. */
  note(line: string): void;
}

export interface ImportCounts {
  readonly added: Readonly<Record<string, number>>;
  readonly unchanged: Readonly<Record<string, number>>;
  readonly failed: number;
}

/** Counts what happens and warns of failures at once; `onProgress` is called after each record with how many were looked at. */
export const createImportReport = ({
  warn,
  onProgress,
}: {
  readonly warn: (line: string) => void;
  readonly onProgress?: (done: number) => void;
}): ImportReport & { counts(): ImportCounts } => {
  const counts = { added: {} as Record<string, number>, unchanged: {} as Record<string, number>, failed: 0 };
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
    note: warn,
    counts: () => counts,
  };
};
