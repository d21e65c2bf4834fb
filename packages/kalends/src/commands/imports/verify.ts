import { randomInt } from "node:crypto";
import { toInertText } from "@kalends/core";
import type { ReportEntry, UnequalMember, VerifyResult } from "@kalends/import";
import { Command, InvalidArgumentError } from "commander";
import { createImportProgress } from "../../import/import-progress.ts";
import { addLiveOptions } from "../../import/live/live-options.ts";
import type { OpenLiveOptions } from "../../import/live/open-live.ts";
import { createLinkHere, type LinkHere } from "../../import/record-links.ts";
import type { SourcePlaces } from "../../import/sources/import-formats.ts";
import { verifyVerdict } from "../../import/verdicts.ts";
import { type RunReport, withReport } from "../../import/with-report.ts";
import { systemClock } from "../../jobs/timers.ts";
import { OperatorError } from "../../operator-error.ts";
import type { CommandContext, CommandFactory } from "../command-context.ts";
import { withCalendar } from "../opened/with-calendar.ts";

export interface VerifyOptions extends OpenLiveOptions {
  readonly format?: string;
  readonly sample?: number;
  readonly seed?: number;
  readonly report?: string;
}

/** Maximum size of a sample, because its records are in memory. */
const LARGEST_SAMPLE = 100_000;
const HIGHEST_SEED = 2 ** 32 - 1;

const numberFrom =
  (least: number, most: number) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

export const createVerifyCommand: CommandFactory = (context) =>
  addLiveOptions(new Command("verify"))
    .description("compare every imported record with its source, member by member; writes nothing")
    .argument(
      "<places...>",
      "the places given to `kalends import`, such as list pages, folders of them, or the address of a live server",
    )
    .option("--format <name>", "the format of all places, instead of detecting it")
    .option(
      "--sample <n>",
      "compare only this number of records, chosen at random",
      numberFrom(1, LARGEST_SAMPLE),
    )
    .option(
      "--seed <n>",
      "for --sample: choose the same records as the run that printed this seed",
      numberFrom(0, HIGHEST_SEED),
    )
    .option(
      "--report <file>",
      "also write the result of each record: JSON lines (.jsonl) or a web page (.html)",
    )
    .action((places: readonly string[], options: VerifyOptions) => verifyPlaces(context, places, options));

/**
 * Compares files and addresses with the calendar, and prints the differences. Rejects with an `OperatorError`
 * unless all records are equal and all lists have the announced number of records.
 */
export const verifyPlaces = async (
  context: CommandContext,
  places: readonly string[],
  options: VerifyOptions,
): Promise<void> => {
  const sources = await sourcesOf(context, places, options);
  const results: VerifyResult[] = [];
  const { config } = await context.loadInstallation();
  const linkHere = await createLinkHere(config);
  const sample = sampleOf(options);
  const verdictOf = (): string => verifyVerdict(results, sample !== undefined);
  const details = createDetails();
  await withReport(
    { file: options.report, command: "verify", places, linkHere },
    (report) =>
      withCalendar(context, { createStorage: false }, async (cradle) => {
        const { verifySource } = await import("../../import/verify/verify-source.ts");
        const progress = createImportProgress(context);
        let done = 0;
        const onRecord = (entry: ReportEntry): void => {
          done += 1;
          progress.at(done);
          report.write(entry);
          for (const line of linesOf(entry, linkHere)) details.add(line);
        };
        for (const { source, places: own } of sources) {
          const { warn } = context;
          const { site } = cradle;
          const opened = await source.open(own, {
            context,
            options,
            warn,
            site,
            // Treat all events as unchanged, so that no event needs an extra request. Members from such
            // requests are not compared.
            isUnchanged: async () => true,
            onExpected: progress.expect,
          });
          try {
            const now = systemClock.now();
            results.push(await verifySource(opened, cradle, { now, onRecord, ...(sample && { sample }) }));
          } finally {
            await opened.close?.();
          }
        }
        progress.end();
        context.print(verdictOf());
        if (sample !== undefined) context.print(`The seed of the sample is ${sample.seed}.`);
        printResults(results, context, report);
        for (const line of details.lines()) context.print(line);
      }),
    verdictOf,
  );
  requireEqual(results);
};

/** Maximum number of detail lines to print at the end. A report contains all details. */
const MAX_DETAILS = 10_000;

interface Details {
  add(line: string): void;
  lines(): readonly string[];
}

const createDetails = (): Details => {
  const kept: string[] = [];
  let left = 0;
  return {
    add(line) {
      if (kept.length < MAX_DETAILS) kept.push(line);
      else left += 1;
    },
    lines: () =>
      left === 0 ? kept : [...kept, `${left} more lines are not shown: use --report FILE to get all.`],
  };
};

const sampleOf = ({ sample, seed = randomInt(HIGHEST_SEED) }: VerifyOptions) =>
  sample === undefined ? undefined : { size: sample, seed };

/**
 * Returns the sources to compare: list pages, WordPress exports, CSV tables and live servers. Throws an
 * `OperatorError` for archives and for formats of plugins.
 */
const sourcesOf = async (
  { loadInstallation }: CommandContext,
  places: readonly string[],
  { format, user }: VerifyOptions,
): Promise<readonly SourcePlaces[]> => {
  const { plugins } = await loadInstallation();
  const { sortPlaces } = await import("../../import/sources/import-formats.ts");
  const hasImporters = plugins.some(({ importers = [] }) => importers.length > 0);
  const { archives, sources, others } = await sortPlaces(places, {
    format,
    hasImporters,
    signsIn: user !== undefined,
  });
  const [other] = [...archives.map((place) => ({ place, notLive: undefined })), ...others];
  if (other !== undefined)
    throw new OperatorError([
      other.notLive ??
        `${other.place} cannot be compared: only list pages, WordPress exports, tables and live servers can.`,
    ]);
  return sources;
};

const MAX_SHOWN_LENGTH = 300;

/**
 * Returns a line for the `reason` of the result, if it has one, and a line for each member that differs. An
 * equal record without a `reason` has no lines.
 */
const linesOf = (entry: ReportEntry, linkHere: LinkHere): readonly string[] => {
  const { outcome, list, sourceId, id, name = "", place = "", reason, members = [] } = entry;
  if (outcome === "equal" && reason === undefined) return [];
  const here = linkHere(entry);
  const links = [
    ...(/^https?:\/\//i.test(place) ? [`there: ${place}`] : []),
    ...(here === undefined ? [] : [`here: ${here}`]),
  ].join(", ");
  const linked = links === "" ? "" : ` (${links})`;
  const record = `${list} ${sourceId ?? place}${name === "" ? "" : ` "${name}"`}`;
  const lines = [
    ...(reason === undefined ? [] : [`${record}: ${outcome === "kept out" ? "kept out: " : ""}${reason}`]),
    ...members.map((member) => `${record}, here ${id}: ${describe(member)}`),
  ];
  return lines.map((line) => toInertText(line + linked).replaceAll("\n", " "));
};

const describe = ({ member, there, here }: UnequalMember): string =>
  `${member} is ${shown(there)} there and ${shown(here)} here`;

const shown = (value: unknown): string => {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text;
};

/**
 * Prints the number of equal records, then expected differences, then notes and lists with another number of
 * records than the source announced.
 */
const printResults = (
  results: readonly VerifyResult[],
  { print, warn }: CommandContext,
  report: RunReport,
): void => {
  const { equal, records } = totalsOf(results);
  const numbers = `${equal} of ${records} equal`;
  print(numbers);
  report.note(numbers);
  for (const { rules } of results) {
    if (rules.length > 0) print("Expected differences:");
    const reasons = new Map<string, number>();
    for (const { why, times } of rules) reasons.set(why, (reasons.get(why) ?? 0) + times);
    for (const [why, times] of reasons) {
      const line = `${String(times).padStart(9)} ${times === 1 ? "member" : "members"}: ${why}`;
      print(line);
      report.note(line.trimStart());
    }
  }
  for (const line of results.flatMap(({ notes, problems }) => [...notes, ...problems])) {
    warn(toInertText(line));
    report.note(line);
  }
};

const totalsOf = (results: readonly VerifyResult[]): Pick<VerifyResult, "equal" | "records"> => ({
  equal: results.reduce((sum, { equal }) => sum + equal, 0),
  records: results.reduce((sum, { records }) => sum + records, 0),
});

const requireEqual = (results: readonly VerifyResult[]): void => {
  const { equal, records } = totalsOf(results);
  if (equal < records)
    throw new OperatorError([
      `${records - equal} ${records - equal === 1 ? "record is" : "records are"} not equal.`,
    ]);
  if (results.some(({ problems }) => problems.length > 0))
    throw new OperatorError(["The source listed fewer or more records than it announced. Compare again."]);
};
