import { earliestShortStart, type UtcRange, type Visibility } from "@kalends/core/storage";
import type { Connection } from "../../database/connection.ts";
import { PREFIX } from "../../database/prefix.ts";
import { every, isVisible, raw, type Sql, sql, when } from "../sql.ts";

const ALONG_OCCUPANCY = raw(`${PREFIX}events e INDEXED BY ${PREFIX}events_by_occupancy`);

/**
 * Statement that selects the ids of events that use the venue in this range, by start and id. If `listed` is
 * given, only events that lists show with this visibility count.
 */
export const eventsOccupying = (
  venueId: number,
  { from, until }: UtcRange,
  limit: number,
  listed?: Visibility,
): Sql => {
  const isFound = every([
    sql`venue_id = ${venueId} AND utc_starts < ${until} AND utc_ends > ${from}`,
    ...when(listed, (visible) => sql`hidden = 0 AND ${isVisible("e", visible)}`),
  ]);
  return sql`SELECT id FROM (
      SELECT id, utc_starts FROM ${ALONG_OCCUPANCY}
      WHERE ${isFound} AND occupancy = 'short' AND utc_starts >= ${earliestShortStart(from)}
      UNION ALL SELECT id, utc_starts FROM ${ALONG_OCCUPANCY} WHERE ${isFound} AND occupancy = 'long'
    ) ORDER BY utc_starts, id LIMIT ${limit}`;
};

const OTHERS = `SELECT 1 FROM json_each(?) r
  CROSS JOIN ${PREFIX}events e INDEXED BY ${PREFIX}events_by_occupancy
  WHERE e.venue_id = ? AND e.id <> ? AND e.series_id IS NOT ?
    AND e.utc_starts < r.value ->> 1 AND e.utc_ends > r.value ->> 0`;

/**
 * Statement that checks if a venue is used. The ranges are bound as a JSON list of `[from, until, earliest
 * start of a short event]`.
 */
const IS_OCCUPIED = `SELECT
  EXISTS (${OTHERS} AND e.occupancy = 'short' AND e.utc_starts >= r.value ->> 2)
  OR EXISTS (${OTHERS} AND e.occupancy = 'long')`;

/**
 * True if an event uses the venue in one of the ranges. The event `exceptId` and its occurrences are ignored.
 */
export const isOccupied = (
  connection: Connection,
  venueId: number,
  ranges: readonly UtcRange[],
  exceptId: number,
): boolean => {
  const bound = JSON.stringify(ranges.map(({ from, until }) => [from, until, earliestShortStart(from)]));
  const values = [bound, venueId, exceptId, exceptId];
  return connection.value<number>(IS_OCCUPIED, [...values, ...values]) === 1;
};
