import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isWxr } from "@kalends/import";
import { isArchive } from "../../archive/archive-format.ts";
import { OperatorError } from "../../operator-error.ts";
import { reasonNotLiveAt } from "../live/open-live.ts";
import { BUILT_IN_SOURCES, type BuiltInSource, isOfTables } from "./built-in-sources.ts";
import { BUILT_IN_FORMATS, isBuiltIn } from "./format-names.ts";
import { isAddress, isWebAddress, openSource, requireNoPassword } from "./import-source.ts";

/** A file or URL that is passed to the importers of plugins. */
export interface ForeignPlace {
  readonly place: string;
  /** Folder in which the file was found. Other files of the folder may have other formats. */
  readonly folder?: string;
  /** For a web URL: the reason why it is not the address of a live server. */
  readonly notLive?: string;
}

/** Files or addresses that one built-in kind of source reads. */
export interface SourcePlaces {
  readonly source: BuiltInSource;
  readonly places: readonly string[];
}

/** Files and addresses, sorted by the kind of source that reads them. */
interface SortedPlaces {
  readonly archives: readonly string[];
  readonly sources: readonly SourcePlaces[];
  readonly others: readonly ForeignPlace[];
}

interface Sorting {
  /** Format of all files and addresses. If absent, the format of each is detected. */
  readonly format: string | undefined;
  /** True if at least one plugin has an importer. */
  readonly hasImporters: boolean;
  /** True if the command signs in with `--user`, which only live servers support. */
  readonly signsIn?: boolean;
}

/**
 * Detects the kind of source for each file and address. Built-in formats take precedence over those of
 * plugins. Rejects with an `OperatorError` for missing files, empty folders, addresses with credentials, and
 * formats that are unknown or do not fit.
 * Source: rules/choices.md#import-formats.
 */
export const sortPlaces = async (
  places: readonly string[],
  { format, hasImporters, signsIn = false }: Sorting,
): Promise<SortedPlaces> => {
  if (format !== undefined && !hasImporters && !isBuiltIn(format)) throw unknownFormat(format);
  const kindOf = async (place: string): Promise<string> => {
    if (format !== undefined) return format;
    if (isArchive(place)) return "archive";
    if (isAddress(place)) return (await isOfLiveServer(place)) ? "live" : "other";
    if (isWxr(place)) return "wordpress";
    if (isOfTables(place)) return "csv";
    return hasImporters && !(await isOfListPages(place)) ? "other" : "list-pages";
  };
  const notLive = new Map<string, string>();
  // Without importers of plugins, every web URL counts as a live server: opening it reports any problem.
  const isOfLiveServer = async (place: string): Promise<boolean> => {
    if (!isWebAddress(place)) return false;
    if (!hasImporters || signsIn) return true;
    const reason = await reasonNotLiveAt(place);
    if (reason !== undefined) notLive.set(place, reason);
    return reason === undefined;
  };
  for (const place of places) requireNoPassword(place);
  const kinds = new Map<string, string>();
  for (const place of places) kinds.set(place, await kindOf(place));
  const of = (kind: string): readonly string[] => places.filter((place) => kinds.get(place) === kind);
  const others = places.filter((place) => !isBuiltIn(kinds.get(place) ?? ""));
  for (const place of places) requirePlace(place);
  for (const place of places) {
    const kind = kinds.get(place) ?? "";
    if (isAddress(place) && kind !== "live" && isBuiltIn(kind))
      throw new OperatorError([`${place} is an address, but the format ${kind} is read from files.`]);
  }
  for (const place of of("archive"))
    if (!isArchive(place))
      throw new OperatorError([`${place} is not an archive: give a folder made by \`kalends export\`.`]);
  const [foreign] = others;
  if (foreign !== undefined && !hasImporters) throw unknownFormatOf(foreign);
  return {
    archives: of("archive"),
    sources: BUILT_IN_SOURCES.flatMap((source) => {
      const own = of(source.format);
      return own.length > 0 ? [{ source, places: own }] : [];
    }),
    others: others.flatMap((place) => toForeign(place, notLive.get(place))),
  };
};

/**
 * True for a JSON file, a folder with JSON files, and a file that starts with `{`. Also true for a path that
 * does not exist, which is reported later.
 */
const isOfListPages = async (place: string): Promise<boolean> => {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined || place.endsWith(".json")) return true;
  if (found.isDirectory()) return readdirSync(place).some((name) => name.endsWith(".json"));
  const { beginning, close } = await openSource(place);
  await close();
  return new TextDecoder().decode(beginning).trimStart().startsWith("{");
};

/** Matches an address without scheme, such as `old.example`, `localhost:8080` or `old.example/kids/`. */
const LIKE_HOST = /^(?:[a-z\d-]+(?:\.[a-z\d-]+)+|localhost)(?::\d+)?(?:\/.*)?$/i;

/**
 * Throws an `OperatorError` if the file or folder does not exist, or if the folder is empty. The check runs
 * before a storage is created.
 */
const requirePlace = (place: string): void => {
  if (isAddress(place)) return;
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) {
    const address = LIKE_HOST.test(place) ? ` If it is the address of a site, write https://${place}.` : "";
    throw new OperatorError([`File or folder ${place} not found.${address}`]);
  }
  if (found.isDirectory() && readdirSync(place).length === 0)
    throw new OperatorError([`The folder ${place} is empty.`]);
};

const toForeign = (place: string, notLive: string | undefined): readonly ForeignPlace[] => {
  if (isAddress(place) || !statSync(place).isDirectory())
    return [{ place, ...(notLive !== undefined && { notLive }) }];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ name }) => ({ place: join(place, name), folder: place }))
    .sort((one, other) => (one.place < other.place ? -1 : 1));
};

const listed = (formats: readonly string[]): string => [...BUILT_IN_FORMATS, ...formats].join(", ");

export const unknownFormat = (format: string, others: readonly string[] = []): OperatorError =>
  new OperatorError([`The format ${format} is unknown; known formats: ${listed(others)}.`]);

export const unknownFormatOf = (
  place: string,
  others: readonly string[] = [],
  notLive: string | undefined = undefined,
): OperatorError =>
  new OperatorError([
    ...(notLive === undefined ? [] : [notLive]),
    `${place} is in no known format; known formats: ${listed(others)}.`,
  ]);
