import { ImportError } from "../import-error.ts";
import { openHtmlReport } from "./html-report.ts";
import { openJsonLinesReport } from "./json-lines-report.ts";
import type { ReportEntry } from "./report-entry.ts";

/** Description of the run that the report is about. */
export interface ReportHeading {
  /** Name of the command, such as `import`. */
  readonly command: string;
  /** Description of the source, for readers of the report. */
  readonly source: string;
  /** Start of the run, in milliseconds since 1970. */
  readonly began: number;
  /** Returns the URL of a local record, for links in HTML reports. */
  readonly linkHere?: (entry: ReportEntry) => string | undefined;
}

export interface ReportEnd {
  /** End of the run, in milliseconds since 1970. */
  readonly ended: number;
  /** Result of the run in one or two sentences. An HTML report shows it first. */
  readonly verdict?: string;
  /** Reason why the run ended early; absent if it was completed. */
  readonly problem?: string;
}

/** A report that is written to a file while a command runs. */
export interface ReportFile {
  write(entry: ReportEntry): void;
  /** Adds a remark about the run as a whole. */
  note(line: string): void;
  /** Writes the end of the report and closes the file; call it once. */
  close(end: ReportEnd): Promise<void>;
}

/**
 * Opens the file of `--report FILE` and replaces an existing file. The extension selects JSON Lines
 * (`.jsonl`) or a web page (`.html` or `.htm`). Entries are not held in memory. Throws an `ImportError` for
 * other file names, and the errors of the file system.
 * Source: rules/choices.md#import-report.
 */
export const openReportFile = (path: string, heading: ReportHeading): ReportFile => {
  if (/\.jsonl$/i.test(path)) return openJsonLinesReport(path, heading);
  if (/\.html?$/i.test(path)) return openHtmlReport(path, heading);
  throw new ImportError(`The report file ${path} must end in .jsonl or .html.`);
};
