import { openBufferedFile } from "./buffered-file.ts";
import { createReportCounter } from "./report-counts.ts";
import type { ReportFile, ReportHeading } from "./report-file.ts";

/** Matches characters that a terminal may interpret, and characters that some programs treat as line ends. */
const UNSAFE = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Returns a value as one line of JSON without a line break. Characters that a terminal could interpret are
 * escaped.
 */
export const toJsonLine = (value: object): string =>
  JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const instantOf = (time: number): string => new Date(time).toISOString();

/**
 * Opens a report in the JSON Lines format. The first line describes the run, and the last line describes its
 * end.
 */
export const openJsonLinesReport = (path: string, { command, source, began }: ReportHeading): ReportFile => {
  const file = openBufferedFile(path);
  const counter = createReportCounter();
  const writeLine = (value: object): void => file.write(`${toJsonLine(value)}\n`);
  writeLine({ report: "kalends", version: 1, command, source, began: instantOf(began) });
  return {
    write(entry) {
      counter.count(entry);
      writeLine(entry);
    },
    note: (note) => writeLine({ note }),
    async close({ ended, problem }) {
      writeLine({
        ended: instantOf(ended),
        ...(problem !== undefined && { problem }),
        counts: counter.counts(),
      });
      file.close();
    },
  };
};
