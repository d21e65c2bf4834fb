import type { Clock, ImportedList } from "@kalends/core";
import { keyOf } from "../merge/identity.ts";
import { createSourceRecord, readOr, SourceProblem } from "../records/source-record.ts";
import type { FoundRecord, Portion, Source } from "../source/source.ts";
import { type FieldOf, quoted } from "./columns.ts";
import { createDayFirstTables } from "./day-first.ts";
import { type EventRowDeps, noteNames, toEventMembers } from "./event-rows.ts";
import {
  namedOfPost,
  namedOfTerm,
  toOrganizerMembers,
  toTermMembers,
  toVenueMembers,
} from "./linked-rows.ts";
import { createNames, type Mention, type NamedRecord } from "./names.ts";
import { type BadRow, openTable, type Row, readRows, type Table } from "./read-table.ts";
import { type Members, mentionMembers, shown, type TableSite } from "./row-members.ts";
import { createTableRow, type TableRow } from "./table-row.ts";

export interface CsvSourceDeps {
  readonly site: TableSite;
  readonly clock: Clock;
  /** Receives remarks about the files that are not failures, one line each. */
  note(line: string): void;
}

const ROWS_IN_PORTION = 200;
/** Maximum number of unknown columns to report for each file. */
const MAX_NOTED = 50;
/**
 * Site name used in the identity of records without a global id. All tables share this site, so the same name
 * in two tables is the same record. No real host has this name.
 */
const SITE_OF_TABLES = "csv";

/** Order in which the names of records are collected. Records that events refer to come before the events. */
const NAMED_LISTS = ["categories", "tags", "venues", "organizers"] as const;

interface RowMembers {
  readonly members: Members;
  readonly isUndated: boolean;
}

/**
 * Opens CSV tables of events, venues, organizers, categories and tags as an import source. A record that an
 * event names but no table contains is created with only its name. Files are read row by row and several
 * times. Memory holds only the names, slugs and global ids of venues, organizers and terms. Rejects with an
 * `ImportError` if a file is not such a table.
 * Source: rules/choices.md#csv-import.
 */
export const openCsvSource = async (
  files: readonly string[],
  { site, clock, note }: CsvSourceDeps,
): Promise<Source> => {
  const tables: Table[] = [];
  for (const file of files) tables.push(await openTable(file));
  for (const { file, encoding, columns } of tables) {
    if (encoding === "windows-1252") note(`${file} is not UTF-8 and was read as Windows-1252`);
    for (const heading of columns.unknown.slice(0, MAX_NOTED))
      note(`${file}: the column "${quoted(heading)}" is unknown and was skipped`);
    const more = columns.unknown.length - MAX_NOTED;
    if (more > 0) note(`${file}: ${more} more unknown columns were skipped`);
  }
  const now = clock.now();
  const names = {
    categories: createNames("categories"),
    tags: createNames("tags"),
    venues: createNames("venues"),
    organizers: createNames("organizers"),
  };
  const deps: EventRowDeps = { site, now, names };
  const dayFirst = createDayFirstTables();
  const tablesOf = (list: ImportedList): readonly Table[] =>
    tables.filter(({ columns }) => columns.list === list);

  async function* rowsOf(list: ImportedList): AsyncGenerator<{ table: Table; row: Row | BadRow }> {
    for (const table of tablesOf(list)) for await (const row of readRows(table)) yield { table, row };
  }
  const placeOf = ({ file }: Table, { line }: Row | BadRow): string => `${file}, line ${line}`;

  const collectNames = async (): Promise<void> => {
    for (const list of NAMED_LISTS) {
      for await (const { table, row } of rowsOf(list)) {
        const named = "problem" in row ? undefined : readOr(undefined, () => namedOf(list, table, row));
        if (named !== undefined) names[list].add(named);
      }
    }
    for await (const { table, row } of rowsOf("categories")) {
      if (!("problem" in row)) parentOf(createTableRow(table, row, now), placeOf(table, row));
    }
    for await (const { table, row } of rowsOf("events")) {
      if ("problem" in row) continue;
      dayFirst.examine(table, row);
      // Ignore unreadable values in this pass. The pass that reads the events reports them.
      readOr(undefined, () => noteNames(createTableRow(table, row, now), names, placeOf(table, row)));
    }
    for (const table of tables)
      if (dayFirst.has(table))
        note(`${table.file}: some dates with slashes can only start with the day, so all are read that way`);
  };
  const namedOf = (list: (typeof NAMED_LISTS)[number], table: Table, row: Row): NamedRecord =>
    list === "venues" || list === "organizers"
      ? namedOfPost(createTableRow(table, row, now))
      : namedOfTerm(createTableRow(table, row, now));

  /**
   * Returns the parent category that a row gives by slug or name; `undefined` for an empty cell. Adds a
   * mention (see `Names`) if no table contains the parent.
   */
  const parentOf = (row: TableRow<FieldOf<"categories">>, place: string): NamedRecord | undefined => {
    const parent = row.text("parent").trim();
    if (parent === "") return undefined;
    return names.categories.byHandle(parent) ?? names.categories.named(parent, place);
  };

  const toMembers = (
    list: ImportedList,
    table: Table,
    row: Row,
    noteOf: (line: string) => void,
  ): RowMembers => {
    switch (list) {
      case "events":
        return toEventMembers(
          createTableRow(table, dayFirst.asRead(table, row), now, noteOf),
          deps,
          placeOf(table, row),
        );
      case "venues":
        return toVenueMembers(createTableRow(table, row, now, noteOf), deps);
      case "organizers":
        return toOrganizerMembers(createTableRow(table, row, now, noteOf), deps);
      case "categories": {
        const termRow = createTableRow<FieldOf<"categories">>(table, row, now);
        return { isUndated: false, members: toTermMembers(termRow, parentOf(termRow, placeOf(table, row))) };
      }
      case "tags":
        return {
          isUndated: false,
          members: toTermMembers(createTableRow<FieldOf<"tags">>(table, row, now), undefined),
        };
    }
  };

  const toFound = (list: ImportedList, members: Members, place: string): FoundRecord => {
    const record = createSourceRecord(members);
    return { record, place, ...(record.idOrZero("id") === 0 && { key: keyOf(list, record) }) };
  };

  const toMention = (list: ImportedList, { named, place }: Mention): FoundRecord => {
    const { id, globalId, slug, name } = named;
    if (list === "categories" || list === "tags")
      return { ...toFound(list, { id, slug, name: shown(name) }, place), isMention: true };
    const members = {
      ...mentionMembers(slug, deps),
      ...(globalId !== "" && { id, global_id: globalId }),
      [list === "venues" ? "venue" : "organizer"]: shown(name),
    };
    return { ...toFound(list, members, place), isUndated: true, isMention: true };
  };

  let collected: Promise<void> | undefined;
  return {
    site: SITE_OF_TABLES,
    async *read(list) {
      collected ??= collectNames();
      await collected;
      const mentions = list === "events" ? [] : names[list].mentions();
      for (let from = 0; from < mentions.length; from += ROWS_IN_PORTION)
        yield {
          records: mentions.slice(from, from + ROWS_IN_PORTION).map((mention) => toMention(list, mention)),
        };
      let records: FoundRecord[] = [];
      let failures: { place: string; problem: string }[] = [];
      const portion = (): Portion => {
        const filled = { records, failures };
        [records, failures] = [[], []];
        return filled;
      };
      for await (const { table, row } of rowsOf(list)) {
        const place = placeOf(table, row);
        try {
          if ("problem" in row) throw new SourceProblem(row.problem);
          const notes: string[] = [];
          const { members, isUndated } = toMembers(list, table, row, (line) => void notes.push(line));
          records.push({ ...toFound(list, members, place), notes, ...(isUndated && { isUndated }) });
        } catch (error) {
          if (!(error instanceof SourceProblem)) throw error;
          failures.push({ place, problem: error.message });
        }
        if (records.length + failures.length >= ROWS_IN_PORTION) yield portion();
      }
      if (records.length + failures.length > 0) yield portion();
    },
  };
};
