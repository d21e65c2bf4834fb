import { once } from "node:events";
import { createReadStream, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { escapeHtml, toInertText } from "@kalends/core";
import { type BufferedFile, openBufferedFile } from "./buffered-file.ts";
import { toJsonLine } from "./json-lines-report.ts";
import { createReportCounter, type ReportCounts } from "./report-counts.ts";
import type { ReportEntry, ReportOutcome, UnequalMember } from "./report-entry.ts";
import type { ReportEnd, ReportFile, ReportHeading } from "./report-file.ts";

/**
 * Outcomes with one table row for each record, in display order. Records with other outcomes come last, and
 * only if they have a remark.
 */
const SECTIONS: readonly { readonly outcome: ReportOutcome; readonly title: string }[] = [
  { outcome: "failed", title: "Failed" },
  { outcome: "missing", title: "Missing here" },
  { outcome: "unequal", title: "Different" },
  { outcome: "conflict", title: "Conflicts: changed here and at the source" },
  { outcome: "kept out", title: "Kept out" },
  { outcome: "removed", title: "Moved to the trash" },
];

const LISTED: ReadonlySet<string> = new Set(SECTIONS.map(({ outcome }) => outcome));

/** Outcomes in the order of the columns in the table of counts. */
const OUTCOMES: readonly ReportOutcome[] = [
  "added",
  "updated",
  "unchanged",
  "removed",
  "conflict",
  "kept out",
  "failed",
  "equal",
  "unequal",
  "missing",
];

type Spooled = ReportEntry | { readonly note: string };

/**
 * Opens a report that is a self-contained web page. The page shows counts and notes, then the records with an
 * outcome in `SECTIONS`, each with its reason. The counts come first but are known last, so entries are first
 * written to a second file, `FILE.part`. This file remains if the process is killed.
 */
export const openHtmlReport = (path: string, heading: ReportHeading): ReportFile => {
  const part = `${path}.part`;
  const spool = openBufferedFile(part);
  const counter = createReportCounter();
  const spoolLine = (line: Spooled): void => spool.write(`${toJsonLine(line)}\n`);
  return {
    write(entry) {
      counter.count(entry);
      if (LISTED.has(entry.outcome) || entry.reason !== undefined) spoolLine(entry);
    },
    note: (note) => spoolLine({ note }),
    async close(end) {
      spool.close();
      const page = `${path}.new`;
      const file = openBufferedFile(page);
      try {
        await writePage(file, { heading, end, counts: counter.counts(), part });
      } finally {
        file.close();
      }
      renameSync(page, path);
      rmSync(part);
    },
  };
};

interface Contents {
  readonly heading: ReportHeading;
  readonly end: ReportEnd;
  readonly counts: ReportCounts;
  /** Path of the temporary file with the entries. */
  readonly part: string;
}

const writePage = async (file: BufferedFile, { heading, end, counts, part }: Contents): Promise<void> => {
  const title = `kalends ${heading.command}: ${heading.source}`;
  const { verdict } = end;
  file.write(beginningOf(title, verdict ?? (end.problem === undefined ? title : "The run ended early.")));
  if (verdict !== undefined || end.problem !== undefined) file.write(`<p>${shown(title)}</p>\n`);
  file.write(`<p>From ${timeOf(heading.began)} to ${timeOf(end.ended)}.</p>\n`);
  if (end.problem !== undefined)
    file.write(`<p class="problem"><strong>The run ended early:</strong> ${shown(end.problem)}</p>\n`);
  file.write(countsTable(counts));
  await writeNotes(file, part);
  for (const section of SECTIONS) {
    const total = totalOf(counts, section.outcome);
    if (total === 0) continue;
    await writeEntries(file, part, {
      title: `${section.title} (${total})`,
      isOf: ({ outcome }) => outcome === section.outcome,
      heading,
    });
  }
  await writeEntries(file, part, { title: "Remarks", isOf: ({ outcome }) => !LISTED.has(outcome), heading });
  file.write("</main>\n</body>\n</html>\n");
};

/** Yields the notes and entries of the temporary file line by line. */
async function* spooled(part: string): AsyncGenerator<Spooled> {
  const stream = createReadStream(part);
  // Wait for `open`: an error before the first line would otherwise have no listener.
  await once(stream, "open");
  // The cast is safe: this module wrote these lines.
  for await (const line of createInterface({ input: stream })) yield JSON.parse(line) as Spooled;
}

const writeNotes = async (file: BufferedFile, part: string): Promise<void> => {
  let isFirst = true;
  for await (const line of spooled(part)) {
    if (!("note" in line)) continue;
    if (isFirst) file.write("<h2>Notes</h2>\n<ul>\n");
    isFirst = false;
    file.write(`<li dir="auto">${shown(line.note)}</li>\n`);
  }
  if (!isFirst) file.write("</ul>\n");
};

/** Writes a table of entries with a heading. Writes nothing if no entry matches `isOf`. */
const writeEntries = async (
  file: BufferedFile,
  part: string,
  {
    title,
    isOf,
    heading,
  }: { readonly title: string; isOf(entry: ReportEntry): boolean; readonly heading: ReportHeading },
): Promise<void> => {
  let isFirst = true;
  for await (const line of spooled(part)) {
    if ("note" in line || !isOf(line)) continue;
    if (isFirst) {
      file.write(
        `<h2>${shown(title)}</h2>\n<div class="wide" role="region" tabindex="0" aria-label="${shown(title)}">\n`,
      );
      file.write(
        '<table>\n<thead><tr><th scope="col">Record</th><th scope="col">Source</th><th scope="col">Here</th><th scope="col">Reason</th></tr></thead>\n<tbody>\n',
      );
    }
    isFirst = false;
    file.write(rowOf(line, heading.linkHere?.(line)));
  }
  if (!isFirst) file.write("</tbody>\n</table>\n</div>\n");
};

const linked = (text: string, address: string | undefined): string =>
  address === undefined ? shown(text) : `<a href="${shown(address)}">${shown(text)}</a>`;

const rowOf = (
  { list, place = "", sourceId, id, name = "", reason = "", members = [] }: ReportEntry,
  here: string | undefined,
): string => {
  const why = [
    ...(reason === "" ? [] : [`<span dir="auto">${shown(reason)}</span>`]),
    ...(members.length === 0 ? [] : [`<dl>${members.map(memberOf).join("")}</dl>`]),
  ].join("");
  const there = [sourceId ? String(sourceId) : "", place].filter((text) => text !== "").join(", ");
  const thereAddress = /^https?:\/\//i.test(place) ? place : undefined;
  return `<tr><th scope="row">${shown(list)}: <span dir="auto">${shown(name)}</span></th><td dir="auto">${linked(there, thereAddress)}</td><td>${linked(String(id ?? ""), here)}</td><td>${why}</td></tr>\n`;
};

const memberOf = ({ member, there, here }: UnequalMember): string =>
  `<dt>${shown(member)}</dt><dd dir="auto">source: ${shown(asText(there))}</dd><dd dir="auto">here: ${shown(asText(here))}</dd>`;

const asText = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value));

const countsTable = (counts: ReportCounts): string => {
  const columns = OUTCOMES.filter((outcome) => totalOf(counts, outcome) > 0);
  const head = ["", ...columns].map((text) => `<th scope="col">${shown(text)}</th>`).join("");
  const rows = Object.entries(counts).map(
    ([list, ofList]) =>
      `<tr><th scope="row">${shown(list)}</th>${columns.map((outcome) => `<td>${ofList[outcome] ?? 0}</td>`).join("")}</tr>`,
  );
  const sums = columns.map((outcome) => `<td>${totalOf(counts, outcome)}</td>`).join("");
  return `<table>\n<caption>Records by outcome</caption>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join("\n")}\n</tbody>\n<tfoot><tr><th scope="row">all</th>${sums}</tr></tfoot>\n</table>\n`;
};

const totalOf = (counts: ReportCounts, outcome: ReportOutcome): number =>
  Object.values(counts).reduce((sum, ofList) => sum + (ofList[outcome] ?? 0), 0);

/**
 * Escapes text for use between tags or in a quoted attribute. Removes control sequences and bidirectional
 * overrides.
 */
const shown = (text: string): string => escapeHtml(toInertText(text));

const timeOf = (time: number): string => {
  const text = new Date(time).toISOString();
  return `<time datetime="${text}">${text.slice(0, 19).replace("T", " ")} UTC</time>`;
};

const STYLE = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0}
main{max-width:70rem;margin:0 auto;padding:1rem}
table{border-collapse:collapse;margin:1rem 0}
caption{text-align:start;font-weight:bold;padding-block:.25rem}
th,td{border:1px solid GrayText;padding:.25rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
.wide{overflow-x:auto}
.problem{border-inline-start:.25rem solid;padding-inline-start:.5rem}
dl{margin:0}
dt{font-weight:bold}
dd{margin-inline-start:1rem}`;

/**
 * Returns the start of the HTML page. Its content security policy allows no scripts and no content of other
 * origins.
 */
const beginningOf = (title: string, first: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${shown(title)}</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
<h1>${shown(first)}</h1>
`;
