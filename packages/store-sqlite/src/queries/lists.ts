import type { EventQuery, Paging, TermQuery, VenueQuery } from "@kalends/core/storage";
import type { CachedKind } from "../database/change-log.ts";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { toEventStatements } from "./event-query.ts";
import { withIdsOf } from "./external-ids.ts";
import { toLinkedStatements } from "./linked-query.ts";
import type { ListStatements } from "./list-page.ts";
import { inTime, PREFIXED, raw, sql } from "./sql.ts";
import { toTermStatements, USED_TERM } from "./term-query.ts";

/** Type of the query for each kind of list. */
interface Queries {
  readonly events: EventQuery;
  readonly venues: VenueQuery;
  readonly organizers: VenueQuery;
  readonly terms: TermQuery;
  readonly images: Paging;
}

type ListedKind = keyof Queries;

interface ListRequestOf<Kind extends ListedKind> {
  readonly kind: Kind;
  readonly query: Queries[Kind];
}

/** Query of a list as plain data, which can be sent to another thread. */
export type ListRequest = { readonly [Kind in ListedKind]: ListRequestOf<Kind> }[ListedKind];

/** Location where the records of a kind are stored. */
export interface RecordSource {
  readonly kind: CachedKind;
  /** Statement that selects the JSON of the records; a WHERE clause can follow. */
  readonly select: string;
  /** Column with the id of the record in this statement. */
  readonly id: string;
}

export const SOURCES: Readonly<Record<ListedKind, RecordSource>> = {
  events: { kind: "event", select: `SELECT json FROM ${PREFIX}events`, id: "id" },
  venues: { kind: "venue", select: `SELECT json FROM ${PREFIX}venues`, id: "id" },
  organizers: { kind: "organizer", select: `SELECT json FROM ${PREFIX}organizers`, id: "id" },
  terms: { kind: "term", select: USED_TERM, id: "t.id" },
  images: { kind: "image", select: `SELECT json FROM ${PREFIX}images`, id: "id" },
};

const STATEMENTS: {
  readonly [Kind in ListedKind]: (query: Queries[Kind], connection: Connection) => ListStatements;
} = {
  events: (query, connection) => toEventStatements(withIdsOf(query, connection), connection),
  venues: (query, connection) => toLinkedStatements("venues", query, connection),
  organizers: (query, connection) => toLinkedStatements("organizers", query, connection),
  terms: toTermStatements,
  images: () => ({
    page: sql`SELECT id FROM ${PREFIXED}images WHERE ${inTime("id")} ORDER BY id DESC LIMIT ? OFFSET ?`,
    total: raw(`SELECT count(*) FROM ${PREFIX}images`),
  }),
};

/** Returns the statements that read a list, for the state that the connection sees. */
export const toStatements = <Kind extends ListedKind>(
  { kind, query }: ListRequestOf<Kind>,
  connection: Connection,
): ListStatements => STATEMENTS[kind](query, connection);
