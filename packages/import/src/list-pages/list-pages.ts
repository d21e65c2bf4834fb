import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type ImportedList, isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { readJson } from "../records/read-json.ts";
import { createSourceRecord } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";

/** Names of the imported lists, in import order: records come after the records that they refer to. */
export const LISTS: readonly ImportedList[] = ["categories", "tags", "venues", "organizers", "events"];

/**
 * Returns the given files and the `*.json` files in the given folders, in the given order. Files of one
 * folder are sorted by name. Throws an `ImportError` if a path does not exist or a folder has no such files.
 */
export const filesOf = (places: readonly string[]): readonly string[] =>
  places.flatMap((place) => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) throw new ImportError(`File or folder not found: ${place}.`);
    if (!found.isDirectory()) return [place];
    const files = readdirSync(place).filter((name) => name.endsWith(".json"));
    if (files.length === 0) throw new ImportError(`The folder ${place} contains no list pages (*.json).`);
    return files.sort().map((name) => join(place, name));
  });

type Page = Readonly<Record<string, unknown>>;

/**
 * Opens saved list pages of this API as an import source. A file becomes one portion of records for each list
 * that it contains. A file without a list page counts as a failure. Only one file is in memory at a time. The
 * files may contain records of several sites. Rejects if a file cannot be read.
 * Source: rules/choices.md#import-list-pages.
 */
export const createListPages = (files: readonly string[]): Source => {
  /** Lists that each file contains, by path. Filled when a file is read for the first time. */
  const listsOf = new Map<string, readonly ImportedList[]>();
  return {
    site: "",
    async *read(list) {
      for (const file of files) {
        if (listsOf.get(file)?.includes(list) === false) continue;
        const page = readPage(file);
        if (!listsOf.has(file)) {
          const lists = LISTS.filter((name) => Array.isArray(page[name]));
          listsOf.set(file, lists);
          if (lists.length === 0) {
            const failure = { place: `${file}, record 0`, problem: isTooLarge(file) ? TOO_LARGE : NO_PAGE };
            yield { records: [], failures: [failure] };
          }
        }
        if (Array.isArray(page[list])) yield toPortion(file, page[list]);
      }
    },
  };
};

const toPortion = (file: string, listed: readonly unknown[]): Portion => {
  const records: FoundRecord[] = [];
  const failures: { place: string; problem: string }[] = [];
  for (const [index, record] of listed.entries()) {
    const place = `${file}, record ${index}`;
    if (isObject(record)) records.push({ record: createSourceRecord(record), place });
    else failures.push({ place, problem: "the record is not an object" });
  }
  return { records, failures };
};

/**
 * Maximum size of a file in bytes, because each file is read into memory. A page of a hundred records has
 * less than a hundredth of this size.
 */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

const TOO_LARGE = `the file is larger than ${MAX_FILE_BYTES / 1024 ** 2} MiB`;
const NO_PAGE = "the file is not a list page of this API";

const isTooLarge = (file: string): boolean => statSync(file).size > MAX_FILE_BYTES;

/**
 * Returns the members of the JSON object in a file. Returns no members if the file is too large or not a JSON
 * object.
 */
const readPage = (file: string): Page => {
  if (isTooLarge(file)) return {};
  const page = readJson(readFileSync(file, "utf8"));
  return isObject(page) ? page : {};
};
