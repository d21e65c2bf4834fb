import type { SiteSettings } from "../model/site.ts";
import { toWallClock } from "../model/time/time-zone.ts";
import { addMonths, DAY, MINUTE, utcText } from "../model/time/wall-clock.ts";
import type { Parameter, ParameterValues } from "../parameter.ts";
import { isLooselyTrue, MAX_SEARCH_LENGTH, resolveText } from "../parameters/scalars.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventQuery } from "../queries/event-query.ts";
import {
  type Bound,
  dayBound,
  exactBound,
  exactDayBound,
  type ListDate,
  resolveListDate,
} from "./date-bounds.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./list-filter.ts";

export interface IncludeValues {
  readonly include: readonly number[] | undefined;
}

interface DateLimitValues {
  readonly starts_before: ListDate | undefined;
  readonly starts_after: ListDate | undefined;
  readonly ends_before: ListDate | undefined;
  readonly ends_after: ListDate | undefined;
  /** Exact times instead of whole days, here and in `start_date` and `end_date`. */
  readonly strict_dates: boolean;
}

interface DateValues {
  readonly start_date: ListDate | undefined;
  readonly end_date: ListDate | undefined;
}

const LIMITS = ["starts_before", "starts_after", "ends_before", "ends_after"] as const;
type Limit = (typeof LIMITS)[number];
type AllValues = Partial<DateValues & DateLimitValues & IncludeValues>;

/** What a date of the request bounds: `include` switches all off (D16), a further date limit the defaults. */
const boundOf = (
  name: keyof DateValues | Limit,
  values: AllValues,
  site: SiteSettings,
): Bound | undefined => {
  const date = values[name];
  if (date === undefined || values.include !== undefined) return undefined;
  if (!date.sent && LIMITS.some((limit) => values[limit] !== undefined)) return undefined;
  const edge = name === "start_date" ? "first" : "last";
  if (values.strict_dates !== true) return dayBound(date, edge, site);
  return date.sent ? exactBound(date, site) : exactDayBound(date, edge, site);
};

/** The dates of a list as they were understood, in a form that is understood the same; those without effect are `undefined`. */
export const understoodDates = (values: AllValues, site: SiteSettings): ParameterValues => ({
  ...Object.fromEntries(
    (["start_date", "end_date", ...LIMITS] as const).map((name) => [name, boundOf(name, values, site)?.text]),
  ),
  strict_dates: values.strict_dates === true ? "true" : undefined,
});

/** `starts_*`, `ends_*` and `strict_dates`; all but the last have no effect with `include`. Source: 10-events section 5. */
export const createDateLimitsFilter = ({ clock, site }: EventFilterDeps): EventFilter =>
  eventFilter<DateLimitValues, IncludeValues>({
    parameters: {
      starts_before: limit(
        "starts_before",
        "Only events that start before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.",
        clock,
      ),
      starts_after: limit(
        "starts_after",
        "Only events that start after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.",
        clock,
      ),
      ends_before: limit(
        "ends_before",
        "Only events that end before the end of this day; with strict_dates, before this time. Switches off the defaults of start_date and end_date.",
        clock,
      ),
      ends_after: limit(
        "ends_after",
        "Only events that end after the end of this day; with strict_dates, after this time. Switches off the defaults of start_date and end_date.",
        clock,
      ),
      strict_dates: {
        description:
          "Whether all dates of the request are exact times (true), those without an offset in UTC, instead of whole days.",
        type: "string",
        documented: { example: "true" },
        default: "false",
        resolve: (raw) => {
          const text = resolveText(MAX_SEARCH_LENGTH)(raw);
          return "value" in text ? { value: isLooselyTrue(text.value) } : text;
        },
      },
    },
    narrow: (query, values) =>
      LIMITS.reduce<EventQuery>((narrowed, name) => withLimit(narrowed, name, values, site), query),
  });

const limit = (name: Limit, description: string, clock: Clock): Parameter<ListDate | undefined> => ({
  description,
  documented: { type: "string", example: "2031-05-16" },
  resolve: resolveListDate(name, clock),
});

const withLimit = (query: EventQuery, name: Limit, values: AllValues, site: SiteSettings): EventQuery => {
  const bound = boundOf(name, values, site);
  if (bound === undefined) return query;
  const clock = name.startsWith("starts") ? "start" : "end";
  const side = name.endsWith("before") ? "before" : "after";
  return { ...query, [clock]: { ...query[clock], [side]: bound.at } };
};

/** How far ahead lists look by default. Source: 10-events section 3. */
const MONTHS_AHEAD = 24;

/**
 * `start_date` and `end_date`: the events that start between them, whole days unless `strict_dates` is set. Both
 * look at the start (D17). `include` switches them off (D16); a further date limit switches their defaults off.
 * Source: 10-events sections 3-5.
 */
export const createDatesFilter = ({ clock, site }: EventFilterDeps): EventFilter =>
  eventFilter<DateValues, DateLimitValues & IncludeValues>({
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
      const from = boundOf("start_date", values, site);
      const until = boundOf("end_date", values, site);
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
  });
