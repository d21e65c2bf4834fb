import type { NoteAdjustment } from "../../adjustment.ts";
import { invalidParameter } from "../../errors.ts";
import { adjustmentOfDate, parseDate } from "../../model/date-parsing/parse-date.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";

/**
 * The date that was sent under this name, in the zone that applies. Throws `rest_invalid_param`: what is understood in UTC may
 * lie beyond the edge of the calendar in this zone.
 */
export const readDate = (
  name: "start_date" | "end_date" | "date" | "date_utc",
  text: string,
  timezone: string,
  now: number,
  note: NoteAdjustment,
): WallClock => {
  const wallClock = parseDate(text, timezone, now);
  if (wallClock === undefined) throw invalidParameter(name, { reason: "not-a-date" });
  const reason = adjustmentOfDate(text, timezone, now);
  if (reason !== undefined) note(name, reason);
  return wallClock;
};
