import { mkdir, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type CalendarEvent,
  type ImportedList,
  isSeries,
  type Post,
  type Repositories,
  readInBatches,
  type Term,
  toCell,
} from "@kalends/core";
import { type Options as StringifyOptions, stringify } from "csv-stringify/sync";
import { ImportError } from "../import-error.ts";
import { HEADINGS } from "./columns.ts";
import {
  type CellDeps,
  type Cells,
  type ShownRecords,
  toCategoryCells,
  toEventCells,
  toOrganizerCells,
  toTagCells,
  toVenueCells,
} from "./table-cells.ts";

export interface WriteTablesOptions extends CellDeps {
  readonly store: Pick<Repositories, "events" | "venues" | "organizers" | "terms" | "images">;
  /** Path of the target folder. A missing folder is created; an existing one must be empty. */
  readonly folder: string;
  /** Statuses of the posts to write. Event rows do not refer to posts with other statuses. */
  readonly statuses: readonly string[];
  onProgress?(list: ImportedList, written: number): void;
}

/** Maximum number of ids in one query to the store. */
const AT_ONCE = 200;

/**
 * CSV format with CRLF line ends. Cells that contain line breaks are quoted, because csv-stringify by default
 * quotes a cell only for the delimiter and for quotes.
 */
const CSV: StringifyOptions = { record_delimiter: "\r\n", quoted_match: /[\r\n]/ };

/**
 * Writes one UTF-8 CSV table for each resource, such as `events.csv`. Each occurrence of a series is one row.
 * Series rules and plugin fields are not written. Returns the number of rows of each table. Rejects with an
 * `ImportError` if the folder is not empty.
 * Source: rules/choices.md#csv-export.
 */
export const writeTables = async (
  options: WriteTablesOptions,
): Promise<Readonly<Record<ImportedList, number>>> => {
  const { store, folder, onProgress } = options;
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new ImportError(`The folder ${folder} is not empty.`);
  const counts = { events: 0, venues: 0, organizers: 0, categories: 0, tags: 0 };

  const write = async <List extends ImportedList>(
    list: List,
    batches: AsyncIterable<readonly Cells<List>[]>,
  ): Promise<void> => {
    const headings = Object.entries<readonly string[]>(HEADINGS[list]);
    const file = await open(join(folder, `${list}.csv`), "wx", 0o600);
    try {
      await file.write(stringify([headings.map(([, [heading]]) => heading)], CSV));
      for await (const batch of batches) {
        // The cast is safe: the headings list the fields of the cells.
        const rows = batch.map((cells: Readonly<Record<string, string>>) =>
          headings.map(([field]) => toCell(cells[field] ?? "")),
        );
        await file.write(stringify(rows, CSV));
        counts[list] += rows.length;
        onProgress?.(list, counts[list]);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  };

  // Write events first, then the records that they refer to. If an event and its venue are added during the
  // export, the table of venues then contains the venue.
  await write("events", eventBatches(options));
  await write("organizers", postBatches(options, store.organizers, toOrganizerCells));
  await write("venues", postBatches(options, store.venues, toVenueCells));
  await write(
    "tags",
    termBatches(store, "tag", (tag) => toTagCells(tag)),
  );
  await write("categories", termBatches(store, "category", toCategoryCells));
  return counts;
};

async function* eventBatches(options: WriteTablesOptions): AsyncGenerator<readonly Cells<"events">[]> {
  const { store, statuses } = options;
  const occurrences = {
    readAfter: (id: number, limit: number) => store.events.occurrencesAfter(id, limit),
  };
  for (const source of [store.events, occurrences]) {
    for await (const batch of readInBatches<CalendarEvent>(source)) {
      const events = batch.filter((event) => !isSeries(event) && statuses.includes(event.status));
      const shown = await shownBy(events, options);
      yield events.map((event) => toEventCells(event, shown, options));
    }
  }
}

async function* postBatches<T extends Post, Row>(
  options: WriteTablesOptions,
  repository: { readAfter(afterId: number, limit: number): Promise<readonly T[]> },
  toCells: (post: T, shown: ShownRecords, deps: CellDeps) => Row,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of readInBatches<T>(repository)) {
    const posts = batch.filter(({ status }) => options.statuses.includes(status));
    const images = await found(options.store.images, imageIdsOf(posts));
    yield posts.map((post) => toCells(post, { ...NOTHING, images }, options));
  }
}

const NOTHING: ShownRecords = {
  venues: new Map(),
  organizers: new Map(),
  terms: new Map(),
  images: new Map(),
};

async function* termBatches<Row>(
  { terms }: WriteTablesOptions["store"],
  taxonomy: Term["taxonomy"],
  toCells: (term: Term, parent: Term | undefined) => Row,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of readInBatches<Term>(terms)) {
    const own = batch.filter((term) => term.taxonomy === taxonomy);
    const parents = await found(
      terms,
      own.map(({ parentId }) => parentId).filter((id) => id > 0),
    );
    yield own.map((term) => toCells(term, parents.get(term.parentId)));
  }
}

const imageIdsOf = (posts: readonly Post[]): readonly number[] =>
  posts.map(({ imageId }) => imageId).filter((id) => id !== undefined);

/**
 * Returns the records that events refer to. Rows must not name a record whose status is not exported, such as
 * a draft.
 */
const shownBy = async (
  events: readonly CalendarEvent[],
  { store, statuses }: WriteTablesOptions,
): Promise<ShownRecords> => {
  const isShown = ({ status }: Post): boolean => statuses.includes(status);
  const venueIds = events.map(({ venueId }) => venueId).filter((id) => id !== undefined);
  return {
    venues: await found(store.venues, venueIds, isShown),
    organizers: await found(
      store.organizers,
      events.flatMap(({ organizerIds }) => organizerIds),
      isShown,
    ),
    terms: await found(
      store.terms,
      events.flatMap(({ categoryIds, tagIds }) => [...categoryIds, ...tagIds]),
    ),
    images: await found(store.images, imageIdsOf(events)),
  };
};

const found = async <T extends { readonly id: number }>(
  repository: { findMany(ids: readonly number[]): Promise<readonly T[]> },
  ids: readonly number[],
  isWanted: (record: T) => boolean = () => true,
): Promise<ReadonlyMap<number, T>> => {
  const distinct = [...new Set(ids)];
  const records = new Map<number, T>();
  for (let from = 0; from < distinct.length; from += AT_ONCE)
    for (const record of await repository.findMany(distinct.slice(from, from + AT_ONCE)))
      if (isWanted(record)) records.set(record.id, record);
  return records;
};
