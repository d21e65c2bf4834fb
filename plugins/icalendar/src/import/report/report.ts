import { isCalendarError, isStorageFailure, type Problem } from "@kalends/core/plugin";

/** Entry of the report about one event of the calendar file. */
export interface ReportEntry {
  readonly outcome: keyof Counts;
  readonly uid: string;
  readonly name: string;
  /**
   * Sentences that explain the result: why the event failed or was skipped, or which values the import
   * changed or left out.
   */
  readonly reason?: string;
}

/** Adds an entry to the report. */
export type Note = (entry: ReportEntry) => void;

export const NO_COUNTS = { added: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 };

export type Counts = Readonly<typeof NO_COUNTS>;

/** Maximum number of entries in a report. The counts include all results. */
const MAX_REPORT_LENGTH = 1_000;

/** Creates the report of an import. It counts all results but keeps only entries that users need to see. */
export const createReport = (): {
  readonly note: Note;
  readonly counts: () => Counts;
  readonly entries: () => readonly ReportEntry[];
} => {
  const counts = { ...NO_COUNTS };
  const entries: ReportEntry[] = [];
  const isUneventful = ({ outcome, reason }: ReportEntry): boolean =>
    outcome === "unchanged" && reason === undefined;
  return {
    note(entry) {
      counts[entry.outcome] += 1;
      if (!isUneventful(entry) && entries.length < MAX_REPORT_LENGTH) entries.push(entry);
    },
    counts: () => counts,
    entries: () => entries,
  };
};

/**
 * Returns the reasons why the API refused the values, as sentences. Returns `undefined` if the error is not a
 * refusal.
 */
export const refusalOf = (error: unknown): string | undefined => {
  if (!isCalendarError(error) || isStorageFailure(error)) return undefined;
  const problems = Object.entries<Problem>(error.details.problems ?? {});
  if (problems.length === 0) return `${error.message.replace(/\.$/, "")}.`;
  return problems
    .slice(0, 5)
    .map(([name, { reason, text, at = "", values }]) => {
      const more = values === undefined ? "" : ` (${Object.values(values).join(", ").slice(0, 200)})`;
      return `${name}${at}: ${text ?? reason.replaceAll("-", " ")}${more}.`;
    })
    .join(" ");
};

/** Joins sentences to one `reason`. Returns an empty object if no sentence remains. */
export const sentences = (...all: readonly (string | undefined)[]): { readonly reason?: string } => {
  const reason = all.filter((text) => text !== undefined && text !== "").join(" ");
  return reason === "" ? {} : { reason };
};
