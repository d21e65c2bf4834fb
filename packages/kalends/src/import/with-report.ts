import type { ImportReport, ReportFile } from "@kalends/import";
import { systemClock } from "../jobs/timers.ts";
import { messageOf } from "../operator-error.ts";
import type { LinkHere } from "./record-links.ts";

interface ReportOptions {
  /** File of `--report`; `undefined` if not given. */
  readonly file: string | undefined;
  readonly command: string;
  readonly places: readonly string[];
  /** Returns the link that the report shows for a record of this calendar. */
  readonly linkHere?: LinkHere;
}

/** Functions for writing to the report of a run. They do nothing if no report is requested. */
export type RunReport = Pick<ReportFile, "write" | "note">;

const NO_REPORT: RunReport = { write: () => {}, note: () => {} };

/**
 * Opens the report before the run starts, and closes it with the result of the run. Rejects if the run does.
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

/** Returns an import report that also writes lines about the whole run to the report file. */
export const withReportFile = <Report extends ImportReport>(file: RunReport, report: Report): Report => ({
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
