import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { DocumentRepository } from "@kalends/core/storage";
import { LISTS, type LiveSourceDeps, type Source, type TableSite } from "@kalends/import";
import type { CommandContext } from "../../commands/command-context.ts";
import { createProgress, type Progress } from "../../commands/progress.ts";
import { systemClock } from "../../jobs/timers.ts";
import { OperatorError } from "../../operator-error.ts";
import type { Expected } from "../import-progress.ts";
import type { OpenLiveOptions } from "../live/open-live.ts";
import { zoneDifference } from "../live/zone-difference.ts";
import type { BuiltInFormat } from "./format-names.ts";

/** Values that sources need, from the options of the command. */
export interface SourceOptions {
  readonly context: CommandContext;
  readonly options: OpenLiveOptions;
  /** Storage for the progress of a run; absent in a dry run, which writes nothing. */
  readonly documents?: DocumentRepository | undefined;
  /** True if the local copy of an event is up to date. See `LiveSourceDeps`. */
  readonly isUnchanged?: LiveSourceDeps["isUnchanged"];
  /** Called if the number of records of a source is known before it is read. */
  onExpected(expected: Expected): void;
  /** Prints a warning while a source is opened. */
  readonly warn: (line: string) => void;
  /** Time zone and other settings of this calendar that tables lack. */
  readonly site: TableSite;
}

/** A kind of source that Kalends can import without a plugin. */
export interface BuiltInSource {
  /** Name of the format, as `--format` accepts it. */
  readonly format: BuiltInFormat;
  /**
   * Opens all given files or addresses of this kind as one source. Rejects with an `ImportError` or an
   * `OperatorError`.
   */
  open(places: readonly string[], options: SourceOptions): Promise<Source>;
}

const LIST_PAGES: BuiltInSource = {
  format: "list-pages",
  async open(places) {
    const { createListPages, filesOf } = await import("@kalends/import");
    return createListPages(filesOf(places));
  },
};

const WORDPRESS: BuiltInSource = {
  format: "wordpress",
  async open(places, { site: { timezone } }) {
    const [{ openWxrSource, wxrFilesOf }, { createImportedHtmlCleaner }, { renderHtml }] = await Promise.all([
      import("@kalends/import"),
      import("@kalends/html"),
      import("@kalends/http"),
    ]);
    const htmlCleaner = createImportedHtmlCleaner();
    return openWxrSource({ files: wxrFilesOf(places), htmlCleaner, toParagraphs: renderHtml, timezone });
  },
};

const isTable = (name: string): boolean => /\.(csv|tsv)$/i.test(name);

const tablesIn = (place: string): readonly string[] => {
  if (!statSync(place).isDirectory()) return [place];
  const names = readdirSync(place).filter(isTable).sort();
  return names.map((name) => join(place, name));
};

/** True for a file `*.csv` or `*.tsv`, and for a folder that has such files and no list pages (`*.json`). */
export const isOfTables = (place: string): boolean => {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return found !== undefined && isTable(place);
  return tablesIn(place).length > 0 && !readdirSync(place).some((name) => name.endsWith(".json"));
};

/** CSV tables. All tables are read together, because events in one may refer to records in another. */
const TABLES: BuiltInSource = {
  format: "csv",
  async open(places, { warn, site }) {
    const { openCsvSource } = await import("@kalends/import");
    return openCsvSource(places.flatMap(tablesIn), { site, clock: systemClock, note: warn });
  },
};

const LIVE: BuiltInSource = {
  format: "live",
  async open(places, { context, options, documents, isUnchanged, onExpected, warn, site: { timezone } }) {
    const [address, second] = places;
    if (address === undefined || second !== undefined)
      throw new OperatorError([
        "Only one live server can be imported at a time: run the command once for each.",
      ]);
    const { openLive } = await import("../live/open-live.ts");
    let ids: Progress | undefined;
    const onProbe: Progress["at"] = (done, total) => {
      // Create this progress with the first id, so that its rate covers only the requests for single ids.
      ids ??= createProgress(context, { nouns: "ids" });
      ids.at(done, total);
    };
    const source = await openLive(context, address, options, {
      ...{ documents, onProbe },
      ...(isUnchanged && { isUnchanged }),
    });
    const difference = await zoneDifference(source, timezone);
    if (difference !== undefined) warn(difference);
    const totals = Object.values(await source.totals());
    onExpected({
      total: totals.reduce((sum, total) => sum + total, 0),
      before: () => LISTS.reduce((sum, list) => sum + source.listedBefore(list), 0),
    });
    return source;
  },
};

/** Built-in kinds of sources, in the order in which they are imported. */
export const BUILT_IN_SOURCES: readonly BuiltInSource[] = [LIST_PAGES, WORDPRESS, TABLES, LIVE];
