import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../operator-error.ts";
import type { ImportReport } from "./import-report.ts";
import { createSourceRecord, isObject, type SourceRecord } from "./source-record.ts";

/** The members that hold the records of a list page. */
export const LISTS = ["categories", "tags", "venues", "organizers", "events"] as const;

export type List = (typeof LISTS)[number];

export interface ListedRecord {
  readonly file: string;
  /** From 0, within the file. */
  readonly index: number;
  readonly record: SourceRecord;
}

export type ListedRecords = Readonly<Record<List, readonly ListedRecord[]>>;

/** The files named, and the `*.json` of the folders named, in order. Throws an `OperatorError` naming what is missing. */
export const filesOf = (places: readonly string[]): readonly string[] =>
  places.flatMap((place) => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) throw new OperatorError([`There is no file or folder ${place}.`]);
    if (!found.isDirectory()) return [place];
    const files = readdirSync(place).filter((name) => name.endsWith(".json"));
    if (files.length === 0) throw new OperatorError([`The folder ${place} holds no list pages (*.json).`]);
    return files.sort().map((name) => join(place, name));
  });

/** Reads list pages as this interface emits them; files that are none are reported. Throws for files it may not read. */
export const readListPages = (files: readonly string[], report: ImportReport): ListedRecords => {
  const found: Record<List, ListedRecord[]> = {
    categories: [],
    tags: [],
    venues: [],
    organizers: [],
    events: [],
  };
  for (const file of files) {
    const page = readPage(file);
    const lists = isObject(page) ? LISTS.filter((list) => Array.isArray(page[list])) : [];
    if (!isObject(page) || lists.length === 0) {
      report.failed(file, 0, "the file is not a list page of this interface");
      continue;
    }
    for (const list of lists) {
      const records = page[list];
      if (!Array.isArray(records)) continue;
      records.forEach((record: unknown, index) => {
        if (isObject(record)) found[list].push({ file, index, record: createSourceRecord(record) });
        else report.failed(file, index, "the record is not an object");
      });
    }
  }
  return found;
};

const readPage = (file: string): unknown => {
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The pages' own records and, of what events embed, those that no page lists. */
export const withEmbedded = (listed: ListedRecords): ListedRecords => {
  const known = new Map<List, Set<string>>(
    LISTS.map((list) => [list, new Set(listed[list].map(({ record }) => keyOf(record)))]),
  );
  const complete: Record<List, ListedRecord[]> = {
    categories: [...listed.categories],
    tags: [...listed.tags],
    venues: [...listed.venues],
    organizers: [...listed.organizers],
    events: [...listed.events],
  };
  const embedded = {
    categories: "categories",
    tags: "tags",
    venues: "venue",
    organizers: "organizer",
  } as const;
  for (const { file, index, record: event } of listed.events) {
    for (const list of ["categories", "tags", "venues", "organizers"] as const) {
      for (const record of embeddedIn(event, embedded[list])) {
        const key = keyOf(record);
        if (known.get(list)?.has(key)) continue;
        known.get(list)?.add(key);
        complete[list].push({ file, index, record });
      }
    }
  }
  return complete;
};

/** What cannot be read here is reported when the event itself is read. */
const embeddedIn = (event: SourceRecord, member: string): readonly SourceRecord[] => {
  try {
    return event.objects(member);
  } catch {
    return [];
  }
};

const keyOf = (record: SourceRecord): string => {
  try {
    return String(record.idOrZero("id"));
  } catch {
    return "";
  }
};
