import { parseMoment } from "../model/date-parsing/parse-date.ts";
import type { SiteSettings } from "../model/site.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { Parameter } from "../parameter.ts";
import type { Clock } from "../ports/clock.ts";
import { type Declared, refuse } from "./scalars.ts";

/**
 * Creates the parameter for a moment in any form of a date. Its value is a UTC time. A text without an offset
 * or zone is read on the clock of the site. A date without a time means midnight.
 * Source: rules/dates.md#date-input.
 */
export const moment = (
  { clock, site }: { readonly clock: Clock; readonly site: SiteSettings },
  declared: Declared,
): Parameter<WallClock> => ({
  type: "string",
  ...declared,
  resolve(raw) {
    if (typeof raw !== "string" && typeof raw !== "number") return refuse("not-a-date");
    const found = parseMoment(String(raw), site.timezone, clock);
    return found === undefined ? refuse("not-a-date") : { value: found.utc };
  },
});
