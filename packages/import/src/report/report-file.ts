import { ImportError } from "../import-error.ts";
import { openHtmlReport } from "./html-report.ts";
import { openJsonLinesReport } from "./json-lines-report.ts";
import type { ReportEntry } from "./report-entry.ts";

/** What a report is of. */
export interface ReportHeading {
  /** The command, such as `import`. */
  readonly command: string;
  /** Where the records are from, for people. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly began: number;
  /** The address of a record that is here, for pages for people. */
  readonly linkHere?: (entry: ReportEntry) => string | undefined;
}

export interface ReportEnd {
  /** Milliseconds since 1970. */
  readonly ended: number;
  /** The result in a sentence or two: pages for people begin with it. */
  readonly verdict?: string;
  /** Why the run ended before its time. */
  readonly problem?: string;
}

/** A report on its way into a file. */
export interface ReportFile {
  write(entry: ReportEntry): void;
  /** Something to know of the whole run. */
  note(line: string): void;
  /** Writes how it ended and closes the file; once. */
  close(end: ReportEnd): Promise<void>;
}

/**
 * Opens `--report FILE`, which it replaces: JSON lines (`.jsonl`), or a page for people (`.html`). Holds no entries, however many there
 * are. Throws an `ImportError` for other names, and what the system refuses. Source: rules/choices.md#import-report.
 */
export const openReportFile = (path: string, heading: ReportHeading): ReportFile => {
  if (/\.jsonl$/i.test(path)) return openJsonLinesReport(path, heading);
  if (/\.html?$/i.test(path)) return openHtmlReport(path, heading);
  throw new ImportError(`A report is a file .jsonl or .html, which ${path} is not.`);
};
