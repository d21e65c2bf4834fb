import type { SiteSettings } from "../../model/site.ts";
import { addMonths, utcText, type WallClock } from "../../model/time/wall-clock.ts";

/**
 * Returns the time up to which occurrences of series are stored. `now` is in milliseconds since 1970.
 * Source: rules/recurrence.md#recurrence-horizon.
 */
export const horizonAt = (
  now: number,
  { recurrenceHorizon }: Pick<SiteSettings, "recurrenceHorizon">,
): WallClock => addMonths(utcText(now), recurrenceHorizon);
