import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ImportedList } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { createSourceRecord, isObject, readOr, type SourceRecord } from "../records/source-record.ts";
import type { ImportReport } from "../report/import-report.ts";

/** The members that hold the records of a list page. */
export const LISTS: readonly List[] = ["categories", "tags", "venues", "organizers", "events"];

export type List = ImportedList;

export interface ListedRecord {
  readonly file: string;
  /** From 0, within the file. */
  readonly index: number;
  readonly record: SourceRecord;
}

export type ListedRecords = Readonly<Record<List, readonly ListedRecord[]>>;

const forEachList = <T>(make: (list: List) => T): Record<List, T> =>
  Object.fromEntries(LISTS.map((list) => [list, make(list)])) as Record<List, T>;

/** The files named, and the `*.json` of the folders named, in order. Throws an `ImportError` naming what is missing. */
export const filesOf = (places: readonly string[]): readonly string[] =>
  places.flatMap((place) => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) throw new ImportError(`There is no file or folder ${place}.`);
    if (!found.isDirectory()) return [place];
    const files = readdirSync(place).filter((name) => name.endsWith(".json"));
    if (files.length === 0) throw new ImportError(`The folder ${place} holds no list pages (*.json).`);
    return files.sort().map((name) => join(place, name));
  });

/** Reads list pages as this interface emits them; files that are none are reported. Throws for files it may not read. */
export const readListPages = (files: readonly string[], report: ImportReport): ListedRecords => {
  const found = forEachList<ListedRecord[]>(() => []);
  for (const file of files) {
    const page = readPage(file);
    const lists = LISTS.filter((list) => Array.isArray(page[list]));
    if (lists.length === 0) report.failed(file, 0, "the file is not a list page of this interface");
    for (const list of lists) {
      const records = page[list] as readonly unknown[];
      records.forEach((record, index) => {
        if (isObject(record)) found[list].push({ file, index, record: createSourceRecord(record) });
        else report.failed(file, index, "the record is not an object");
      });
    }
  }
  return found;
};

/** No members in what is no JSON object. */
const readPage = (file: string): Readonly<Record<string, unknown>> => {
  const text = readFileSync(file, "utf8");
  try {
    const page: unknown = JSON.parse(text);
    return isObject(page) ? page : {};
  } catch {
    return {};
  }
};

/** What events embed, and under which name. */
const EMBEDDED = [
  ["categories", "categories"],
  ["tags", "tags"],
  ["venues", "venue"],
  ["organizers", "organizer"],
] as const;

/** The pages' own records and, of what events embed, those that no page lists. */
export const withEmbedded = (listed: ListedRecords): ListedRecords => {
  const keyOf = (record: SourceRecord): string => readOr("", () => String(record.idOrZero("id")));
  const known = forEachList((list) => new Set(listed[list].map(({ record }) => keyOf(record))));
  const complete = forEachList((list) => [...listed[list]]);
  for (const { file, index, record: event } of listed.events) {
    for (const [list, member] of EMBEDDED) {
      for (const record of readOr([], () => event.objects(member))) {
        const key = keyOf(record);
        if (known[list].has(key)) continue;
        known[list].add(key);
        complete[list].push({ file, index, record });
      }
    }
  }
  return complete;
};
