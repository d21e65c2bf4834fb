import { addMonths } from "../model/schedule.ts";
import { toWallClock, utcText } from "../model/time-zone.ts";
import {
  type Bound,
  dayBound,
  exactBound,
  exactDayBound,
  type ListDate,
  resolveListDate,
} from "./date-bounds.ts";
import { type DateLimitValues, hasDateLimit } from "./date-limits.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./event-filter.ts";
import type { IncludeValues } from "./include.ts";

const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;
/** How far ahead lists look when the caller does not say. Source: 10-events section 3. */
const MONTHS_AHEAD = 24;

export interface DateValues {
  readonly start_date: ListDate | undefined;
  readonly end_date: ListDate | undefined;
}

type Others = DateLimitValues & IncludeValues;

/**
 * `start_date` and `end_date`: the events that start between them, whole days unless `strict_dates` says otherwise. Both
 * look at the start (D17). `include` switches them off (D16); a further date limit switches their defaults off.
 * Source: 10-events sections 3-5.
 */
export const createDatesFilter = ({ clock, site }: EventFilterDeps): EventFilter => {
  const bound = (
    date: ListDate | undefined,
    edge: "first" | "last",
    values: Partial<Others>,
  ): Bound | undefined => {
    if (date === undefined || values.include !== undefined) return undefined;
    if (!date.sent && hasDateLimit(values)) return undefined;
    if (values.strict_dates !== true) return dayBound(date, edge, site);
    return date.sent ? exactBound(date, site) : exactDayBound(date, edge, site);
  };
  return eventFilter<DateValues, Others>({
    parameters: {
      start_date: {
        description:
          "Only events that start on this day or later, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, yesterday, does not hold together with starts_before and the like.",
        documented: { type: "string", example: "2031-05-01" },
        defaultNow: () => {
          const midnight = Math.floor(clock.now() / DAY) * DAY;
          return toWallClock(utcText(midnight - MINUTE), site.timezone);
        },
        resolve: resolveListDate("start_date", clock),
      },
      end_date: {
        description:
          "Only events that start on this day or earlier, on their own clocks. Whole days count, and words such as tomorrow are read in UTC; strict_dates makes it an exact time. The default, in 24 months, does not hold together with starts_before and the like.",
        documented: { type: "string", example: "2031-12-31" },
        defaultNow: () => addMonths(utcText(clock.now()), MONTHS_AHEAD),
        resolve: resolveListDate("end_date", clock),
      },
    },
    narrow: (query, values) => {
      const from = bound(values.start_date, "first", values);
      const until = bound(values.end_date, "last", values);
      if (from === undefined && until === undefined) return query;
      return {
        ...query,
        start: {
          ...query.start,
          ...(from !== undefined && { from: from.at }),
          ...(until !== undefined && { until: until.at }),
        },
      };
    },
    links: (values) => {
      const from = bound(values.start_date, "first", values);
      const until = bound(values.end_date, "last", values);
      return {
        ...(from !== undefined && { start_date: from.link }),
        ...(until !== undefined && { end_date: until.link }),
      };
    },
  });
};
