import { setImmediate as nextTurn } from "node:timers/promises";
import type { CalendarEvent, Organizer, Post, Term, Venue } from "@kalends/core";
import {
  claimsSlug,
  eventSearchText,
  type Finding,
  organizerSearchFields,
  venueSearchFields,
} from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { fromJson } from "../database/stored-json.ts";
import { isExternalIdTaken } from "../queries/external-ids.ts";
import { isRow, type StoredEvent, textOf } from "../queries/series/stored-event.ts";
import { saveText } from "../queries/text-index.ts";
import { createEventLoading } from "../repositories/event-loading.ts";
import { isSlugTaken } from "../repositories/post-repository.ts";
import type { Session } from "../transactions/transactions.ts";
import { type RecordTable, rowsOf } from "./derived-tables.ts";
import { NO_DEFERRED_WRITES, type RecordsOf, type ReferenceCalendar } from "./reference-calendar.ts";
import { replaceRows } from "./replace-rows.ts";

/** Number of records that are compared at once. Other work can run after each slice. */
const SLICE = 20;

/** Name of the records of each table in findings. */
const KINDS = {
  events: "event",
  venues: "venue",
  organizers: "organizer",
  images: "image",
  terms: "term",
  accounts: "account",
} as const;

/** Compares the rows that are derived from each record of a table with the rows that would be derived now. */
export async function* checkRecords(
  session: Session,
  reference: ReferenceCalendar,
  table: RecordTable,
  onRecords: (count: number) => void,
): AsyncGenerator<Finding> {
  let refreshed: Promise<void> | undefined;
  for (let afterId = 0; ; ) {
    const { ids, findings } = await session.read((connection) => {
      const slice = connection.column<number>(
        `SELECT id FROM ${PREFIX}${table} WHERE id > ? ORDER BY id LIMIT ?`,
        [afterId, SLICE],
      );
      return { ids: slice, findings: slice.flatMap((id) => compare(connection, reference, table, id)) };
    });
    const last = ids.at(-1);
    if (last === undefined) return;
    // All records are repaired in one unit of work, because each unit waits for the disk.
    let repaired: Promise<void> | undefined;
    const repairAll = async (): Promise<void> => {
      repaired ??= session.write((connection) => {
        for (const { repair } of findings) repair?.(connection);
      });
      await repaired;
    };
    for (const { repair, ...finding } of findings) {
      if (repair === undefined) yield finding;
      else
        yield {
          ...finding,
          async repair() {
            await repairAll();
            // If one text was created by an older version, most texts probably were. All are therefore
            // updated at once.
            if (finding.kind === "text" && isPostTable(table)) {
              refreshed ??= refreshTexts(session, table, last);
              await refreshed;
            }
          },
        };
    }
    onRecords(ids.length);
    afterId = last;
    await nextTurn();
  }
}

type Repair = (connection: Connection) => void;
type Compared = Omit<Finding, "repair"> & { readonly repair?: Repair };

const compare = (
  connection: Connection,
  reference: ReferenceCalendar,
  table: RecordTable,
  id: number,
): readonly Compared[] => {
  const record = { kind: KINDS[table], id };
  const read = readRecord(connection, table, id);
  if ("problem" in read) return [{ kind: read.kind, record, detail: read.problem }];
  if (isPostTable(table) && hasSlugConflict(connection, table, read.record)) {
    const detail = "Another one has its slug, too: give one of them another slug.";
    return [{ kind: "slug", record, detail }];
  }
  if (hasExternalIdConflict(connection, table, read.record)) {
    const detail = "Another one has one of its external ids, too: remove the id from one of them.";
    return [{ kind: "external-id", record, detail }];
  }
  const derived = deriveOr(reference, table, read.record);
  if (derived === undefined)
    return [{ kind: "unreadable", record, detail: `It is no whole record: ${RESTORE}` }];
  const wrong = derived.filter(([one, rows]) => !isSame(rows, rowsOf(connection, one, id)));
  const repair: Repair = (writing) => rederive(writing, reference, table, id);
  return wrong.map(([{ kind, name }]) => ({
    kind,
    record,
    detail: `The table ${PREFIX}${name} does not say what the record says.`,
    repair,
  }));
};

const RESTORE = "restore it from a backup.";

type ReadRecord<Table extends RecordTable> =
  | { readonly record: RecordsOf[Table] }
  | { readonly kind: "unreadable" | "occurrence"; readonly problem: string };

const { load } = createEventLoading();

const readRecord = <Table extends RecordTable>(
  connection: Connection,
  table: Table,
  id: number,
): ReadRecord<Table> => {
  const json = connection.value<string>(`SELECT json FROM ${PREFIX}${table} WHERE id = ?`, [id]);
  try {
    const stored = fromJson<RecordsOf[Table] | StoredEvent>(json ?? "");
    if (stored.id !== id)
      return { kind: "unreadable", problem: `Its text is that of the record ${stored.id}: ${RESTORE}` };
    // The types are safe, because the table contains records of its kind.
    if (table !== "events" || !isRow(stored as StoredEvent)) return { record: stored as RecordsOf[Table] };
  } catch {
    return { kind: "unreadable", problem: `Its text is damaged: ${RESTORE}` };
  }
  try {
    const [occurrence] = load(connection, undefined, [id]);
    if (occurrence !== undefined) return { record: occurrence as RecordsOf[Table] };
  } catch {
    // If the JSON text of the series is damaged, another finding reports it.
  }
  return { kind: "occurrence", problem: `Its series is not there or cannot be read: ${RESTORE}` };
};

/** Number of texts that are updated at once. */
const TEXTS = 500;

const searchTextOf = <Table extends PostTable>(
  table: Table,
  record: RecordsOf[Table],
): string | undefined => {
  // The types are safe, because a table contains records of its kind.
  if (table === "venues") return venueSearchFields(record as Venue).join("\n");
  if (table === "organizers") return organizerSearchFields(record as Organizer).join("\n");
  const event = record as CalendarEvent;
  return textOf(event) === undefined ? eventSearchText(event) : undefined;
};

/**
 * Updates the search texts of all records whose ids are greater than `afterId`. Does not update the text
 * index: `checkTexts` compares it with the texts later, and builds it again if they differ.
 */
const refreshTexts = async (session: Session, table: PostTable, afterId: number): Promise<void> => {
  for (let last: number | undefined = afterId; last !== undefined; ) {
    const behind: number = last;
    last = await session.write((connection) => {
      const slice = `SELECT id FROM ${PREFIX}${table} WHERE id > ? ORDER BY id LIMIT ?`;
      const ids = connection.column<number>(slice, [behind, TEXTS]);
      for (const id of ids) {
        const read = readRecord(connection, table, id);
        if ("problem" in read) continue;
        saveText(
          connection,
          NO_DEFERRED_WRITES,
          { index: KINDS[table], id, isNew: false },
          searchTextOf(table, read.record),
        );
      }
      return ids.at(-1);
    });
    await nextTurn();
  }
};

type PostTable = "events" | "venues" | "organizers";

const isPostTable = (table: RecordTable): table is PostTable =>
  table === "events" || table === "venues" || table === "organizers";

/**
 * True if another record has the slug and both must have a unique one. An incomplete record is reported by
 * another finding.
 */
const hasSlugConflict = (connection: Connection, table: PostTable, record: object): boolean => {
  const post = record as Post;
  return typeof post.slug === "string" && claimsSlug(post) && isSlugTaken(connection, table, post);
};

/**
 * True if another record of the kind has one of the external ids that must be unique. An invalid list is
 * reported by another finding.
 */
const hasExternalIdConflict = (connection: Connection, table: RecordTable, record: object): boolean => {
  const { externalIds } = record as Post;
  if (!Array.isArray(externalIds)) return false;
  // The types are safe, because the table contains records of its kind.
  if (table === "terms") return isExternalIdTaken(connection, (record as Term).taxonomy, record as Term);
  return isPostTable(table) && isExternalIdTaken(connection, KINDS[table], record as Post);
};

const deriveOr = <Table extends RecordTable>(
  reference: ReferenceCalendar,
  table: Table,
  record: RecordsOf[Table],
): ReturnType<ReferenceCalendar["derive"]> | undefined => {
  try {
    return reference.derive(table, record);
  } catch {
    return undefined;
  }
};

const isSame = (rows: readonly string[], others: readonly string[]): boolean =>
  rows.length === others.length && rows.every((row, index) => row === others[index]);

/** Derives the rows of a record again, if the record is still valid. */
const rederive = (
  connection: Connection,
  reference: ReferenceCalendar,
  table: RecordTable,
  id: number,
): void => {
  if (connection.value(`SELECT 1 FROM ${PREFIX}${table} WHERE id = ?`, [id]) === undefined) return;
  const read = readRecord(connection, table, id);
  if ("problem" in read) return;
  for (const [derived, rows] of deriveOr(reference, table, read.record) ?? []) {
    if (!isSame(rows, rowsOf(connection, derived, id))) replaceRows(connection, derived, id, rows);
  }
};
