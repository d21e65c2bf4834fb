import type { ImportReport, ReportFile } from "@kalends/import";
import { systemClock } from "../jobs/timers.ts";
import { messageOf } from "../operator-error.ts";
import type { LinkHere } from "./record-links.ts";

interface ReportOptions {
  /** That of `--report`, if it is there. */
  readonly file: string | undefined;
  readonly command: string;
  readonly places: readonly string[];
  /** Where the report leads to for a record that is here. */
  readonly linkHere?: LinkHere;
}

/** What a run tells its report; nothing is kept where nobody wants one. */
export type RunReport = Pick<ReportFile, "write" | "note">;

const NO_REPORT: RunReport = { write: () => {}, note: () => {} };

/**
 * Opens the report before anything else is done, and closes it with how the run ended. Rejects as the run does.
 * Source: rules/choices.md#import-report.
 */
export const withReport = async <T>(
  { file, command, places, linkHere }: ReportOptions,
  run: (report: RunReport) => Promise<T>,
  verdictOf?: (result: T) => string,
): Promise<T> => {
  if (file === undefined) return run(NO_REPORT);
  const { openReportFile } = await import("@kalends/import");
  const heading = {
    command,
    source: places.join(" "),
    began: systemClock.now(),
    ...(linkHere && { linkHere }),
  };
  const report = openReportFile(file, heading);
  const end = (): { readonly ended: number } => ({ ended: systemClock.now() });
  let result: T;
  try {
    result = await run(report);
  } catch (error) {
    await report.close({ ...end(), problem: messageOf(error) });
    throw error;
  }
  await report.close({ ...end(), ...(verdictOf && { verdict: verdictOf(result) }) });
  return result;
};

/** An import's report that also writes down what concerns the whole run. */
export const notedIn = <Report extends ImportReport>(file: RunReport, report: Report): Report => ({
  ...report,
  note(line) {
    report.note(line);
    file.note(line);
  },
  disagree(line, list) {
    report.disagree(line, list);
    file.note(line);
  },
});
