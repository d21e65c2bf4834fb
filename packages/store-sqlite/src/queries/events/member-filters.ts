import type { EventQuery } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { isWithin, oneOf, raw, type Sql, sql } from "../sql.ts";

/**
 * Returns a FROM clause with hidden events as `m`, and with all other events too if `hidden` is `include`.
 * `index` contains the others in the order of dates.
 */
export const withHidden = (hidden: NonNullable<EventQuery["hidden"]>, index: string): Sql => {
  const only = `${PREFIX}events m INDEXED BY ${PREFIX}events_hidden`;
  return raw(
    hidden === "only"
      ? only
      : `(SELECT * FROM ${PREFIX}events INDEXED BY ${index} WHERE hidden = 0
          UNION ALL SELECT * FROM ${only} WHERE hidden = 1) m`,
  );
};

/**
 * Maximum number of events that a list collects and sorts instead of testing the events of the date range. To
 * test the time of change, the list must read each of these events.
 */
const FEW = { author: 10_000, change: 200_000 } as const;

/**
 * Returns a FROM clause with the events of the authors, or of the range of changes, as `m`. Returns `undefined`
 * if the query has neither, or if more than a few events match.
 */
export const fewEvents = (query: EventQuery, connection: Connection): Sql | undefined => {
  const { authors, visible, modified } = query;
  if (authors !== undefined) {
    const byAuthor = raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_author`);
    // The index then contains the events in the order of the list.
    const isSorted =
      authors.length === 1 && visible.statuses.length === 1 && visible.own === undefined && !query.hidden;
    if (isSorted || isFew(connection, byAuthor, oneOf("m.author", authors), FEW.author)) return byAuthor;
  }
  if (modified === undefined) return undefined;
  return isFew(connection, BY_CHANGE, isChangedWithin(modified), FEW.change) ? BY_CHANGE : undefined;
};

/** FROM clause with the events in the order of their last change, with which many of them can be counted. */
export const BY_CHANGE: Sql = raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_modified`);

const isChangedWithin = ({ after, before }: NonNullable<EventQuery["modified"]>): Sql =>
  isWithin("m.modified_utc", {
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  });

const isFew = (connection: Connection, events: Sql, condition: Sql, limit: number): boolean => {
  const { text, values } =
    sql`SELECT count(*) FROM (SELECT 1 FROM ${events} WHERE ${condition} LIMIT ${limit})`;
  return connection.total(text, values) < limit;
};
