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
 * Number of events above which testing the events of the date range is faster than collecting and sorting the
 * events of some authors or of a range of changes.
 */
const FEW = 1000;

/**
 * Returns a FROM clause with the events of the authors, or of the range of changes, as `m`. Returns `undefined`
 * if the query has neither, or if more than a few events match.
 */
export const fewEvents = (query: EventQuery, connection: Connection): Sql | undefined => {
  const { authors, modified } = query;
  if (authors !== undefined) {
    const byAuthor = raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_author`);
    if (isFew(connection, byAuthor, oneOf("m.author", authors))) return byAuthor;
  }
  if (modified === undefined) return undefined;
  const byChange = raw(`${PREFIX}events m INDEXED BY ${PREFIX}events_by_modified`);
  const { after, before } = modified;
  const within = isWithin("m.modified_utc", {
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  });
  return isFew(connection, byChange, within) ? byChange : undefined;
};

const isFew = (connection: Connection, events: Sql, condition: Sql): boolean => {
  const { text, values } =
    sql`SELECT count(*) FROM (SELECT 1 FROM ${events} WHERE ${condition} LIMIT ${FEW})`;
  return connection.total(text, values) < FEW;
};
