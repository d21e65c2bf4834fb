import type { ImportReport, ReportFile } from "@kalends/import";
import { systemClock } from "../jobs/timers.ts";
import { messageOf } from "../operator-error.ts";
import type { LinkHere } from "./record-links.ts";

interface ReportOptions {
  /** Path of the file from `--report`; `undefined` if the option is absent. */
  readonly file: string | undefined;
  readonly command: string;
  readonly places: readonly string[];
  /** Returns the URL of a record of this calendar, for links in the report. */
  readonly linkHere?: LinkHere;
}

/** Functions that write to the report file. They do nothing if no report file was requested. */
export type RunReport = Pick<ReportFile, "write" | "note">;

const NO_REPORT: RunReport = { write: () => {}, note: () => {} };

/**
 * Opens the report file, runs the work, and closes the report with its result. Rejects if the work rejects.
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

/** Returns an import report that also writes its remarks about the run to the report file. */
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
