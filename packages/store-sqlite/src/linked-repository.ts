import type { LinkedQuery, Organizer, PostRepository, Venue, Visibility } from "@kalends/core";
import { foldText } from "@kalends/core";
import type { Value } from "./connection.ts";
import { createPostLookups, isSlugTaken, toPostColumns } from "./posts.ts";
import { claimId } from "./records.ts";
import { saveRow } from "./rows.ts";
import type { Session } from "./session.ts";
import { type Condition, every, fromJson, isVisible, toLimit, when } from "./sql.ts";
import { lineHoldsAll, saveText } from "./text-index.ts";

/** What is different between venues and organizers. */
export interface LinkedKind<T> {
  readonly kind: "venue" | "organizer";
  readonly table: "venues" | "organizers";
  searchFields(record: T): readonly string[];
  /** The events linked to `l`, as `e`, up to a WHERE clause that may be continued with AND. */
  readonly linkedEvents: string;
  /** `l` is linked to the event whose id is bound. */
  readonly isLinkedTo: string;
}

type LinkedRepository<T> = PostRepository<T & (Venue | Organizer), LinkedQuery> & {
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<T | undefined>;
};

const toFolded = (text: string): string => foldText(text.trim());

export const createLinkedRepository = <T extends Venue | Organizer>(
  session: Session,
  linked: LinkedKind<T>,
): LinkedRepository<T> => {
  const { kind, table, searchFields } = linked;
  return {
    ...createPostLookups<T>(session, table),
    list: (query) =>
      session.read((connection) => {
        const { from, values } = toFrom(linked, query);
        const page = connection.column<string>(
          `SELECT l.json ${from} ORDER BY l.published DESC, l.id DESC LIMIT ? OFFSET ?`,
          [...values, ...toLimit(query)],
        );
        return {
          items: page.map(fromJson<T>),
          total: connection.total(`SELECT count(*) ${from}`, values),
        };
      }),
    save: (record) =>
      session.write((connection) => {
        if (isSlugTaken(connection, table, record)) return false;
        claimId(connection, kind, record.id);
        saveRow(connection, table, {
          ...toPostColumns(record),
          folded_name: toFolded(record.name),
          folded_description: toFolded(record.description),
          json: JSON.stringify(record),
        });
        saveText(connection, kind, record.id, searchFields(record).join("\n"));
        return true;
      }),
    findDuplicate: async (name, description, visible) => {
      const where = every([
        { text: "status <> 'trash' AND folded_name = ?", values: [toFolded(name)] },
        ...when(description, (text) => ({ text: "folded_description = ?", values: [toFolded(text)] })),
        ...when(visible, (shown) => isVisible(table, shown)),
      ]);
      const json = await session.read((connection) =>
        connection.value<string>(
          `SELECT json FROM ${table} INDEXED BY ${table}_by_name WHERE ${where.text} ORDER BY id LIMIT 1`,
          where.values,
        ),
      );
      return json === undefined ? undefined : fromJson<T>(json);
    },
  };
};

const toFrom = <T>(
  { kind, table, linkedEvents, isLinkedTo }: LinkedKind<T>,
  { visible, search = [], eventId, events, upcoming }: LinkedQuery,
): { readonly from: string; readonly values: readonly Value[] } => {
  const others = [
    ...when(eventId, (id) => ({ text: isLinkedTo, values: [id] })),
    ...when(events, ({ linked, visible: statuses }) => {
      const { text, values } = hasEvent(linkedEvents, statuses, []);
      return { text: linked === "any" ? text : `NOT ${text}`, values };
    }),
    ...when(upcoming, ({ from, clock, visible: statuses }) =>
      hasEvent(linkedEvents, statuses, [
        { text: `e.hidden = 0 AND e.${clock === "utc" ? "utc_starts" : "starts"} >= ?`, values: [from] },
      ]),
    ),
  ];
  const where = every([
    isVisible("l", visible),
    ...(search.length === 0 ? [] : [lineHoldsAll(kind, "l.id", search)]),
    ...others,
  ]);
  const isByDate = eventId === undefined;
  const isOneStatus = visible.statuses.length === 1 && visible.own === undefined;
  const hint = isByDate ? `INDEXED BY ${table}_by_${isOneStatus ? "status" : "date"}` : "NOT INDEXED";
  return { from: `FROM ${table} l ${hint} WHERE ${where.text}`, values: where.values };
};

const hasEvent = (linkedEvents: string, visible: Visibility, conditions: readonly Condition[]): Condition => {
  const { text, values } = every([isVisible("e", visible), ...conditions]);
  return { text: `EXISTS (${linkedEvents} AND ${text})`, values };
};
