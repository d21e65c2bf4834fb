import { isCalendarError, isStorageFailure, type Problem } from "@kalends/core/plugin";

/** Result for one component. */
export interface ReportEntry {
  readonly outcome: keyof Counts;
  readonly uid: string;
  readonly name: string;
  /** Sentences with the reason of a failure or skip, and with what the import changed or left out. */
  readonly reason?: string;
}

/** Adds the result of a component to the report. */
export type Note = (entry: ReportEntry) => void;

export const NO_COUNTS = { added: 0, updated: 0, unchanged: 0, removed: 0, skipped: 0, failed: 0 };

export type Counts = Readonly<typeof NO_COUNTS>;

/** Maximum number of entries in a report; the counts include all. */
const MAX_REPORT_LENGTH = 1_000;

/** Creates a report that counts all results and keeps the entries that people should see. */
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

/** Returns why the API refused the values, as sentences; `undefined` if the error is not a refusal. */
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

/** Joins sentences into one reason. */
export const sentences = (...all: readonly (string | undefined)[]): { readonly reason?: string } => {
  const reason = all.filter((text) => text !== undefined && text !== "").join(" ");
  return reason === "" ? {} : { reason };
};
