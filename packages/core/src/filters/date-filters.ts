import { parseDate } from "../model/date-parsing/parse-date.ts";
import type { SiteSettings } from "../model/site.ts";
import { dayBounds } from "../model/time/schedule.ts";
import { toUtc, toWallClock } from "../model/time/time-zone.ts";
import { addMonths, DAY, dateOf, MINUTE, utcText, type WallClock } from "../model/time/wall-clock.ts";
import type { Parameter, Parameters, ParameterValues } from "../parameter.ts";
import type { SentExternalId } from "../parameters/external-ids.ts";
import { isLooselyTrue, MAX_SEARCH_LENGTH, resolveText } from "../parameters/scalars.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventQuery } from "../queries/event-query.ts";
import { type EventFilter, eventFilter, type FilterDeps } from "./list-filter.ts";

/**
 * Parsed date parameter of a list. It is parsed only once, so that the filter and the links to other pages
 * agree on the current time.
 */
interface ListDate {
  /** True if the client sent the date. False if it is the default. */
  readonly isSent: boolean;
  /**
   * Date as a UTC time. A date without a zone is read as if it were UTC.
   * Without `strict_dates`, the list compares complete days and uses only the date part of this text.
   * Source: rules/events.md#day-window, rules/events.md#strict-dates.
   */
  readonly utc: WallClock;
}

/**
 * Event time (start or end) that each date parameter limits, and the kind of bound.
 * `edge` selects the second of a day that is compared if dates are complete days: the first or the last
 * (rules/events.md#end-date-compares-start).
 */
const BOUNDS = {
  start_date: { clock: "start", side: "from", edge: "first" },
  end_date: { clock: "start", side: "until", edge: "last" },
  starts_before: { clock: "start", side: "before", edge: "last" },
  starts_after: { clock: "start", side: "after", edge: "last" },
  ends_before: { clock: "end", side: "before", edge: "last" },
  ends_after: { clock: "end", side: "after", edge: "last" },
} as const;

const DATES = ["start_date", "end_date"] as const;
const LIMITS = ["starts_before", "starts_after", "ends_before", "ends_after"] as const;

type DateValues = Readonly<Record<(typeof DATES)[number], ListDate | undefined>>;
type LimitValues = Readonly<Record<(typeof LIMITS)[number], ListDate | undefined>> & {
  /** True if all dates are exact times, false if they are complete days. */
  readonly strict_dates: boolean;
};

interface IncludeValues {
  readonly include: readonly number[] | undefined;
  readonly external_id: SentExternalId | undefined;
}

type AllValues = Partial<DateValues & LimitValues & IncludeValues>;

interface Bound {
  /**
   * Bound on the clock that the query compares: UTC, or the wall clock of each event
   * (rules/dates.md#list-clock).
   */
  readonly at: WallClock;
  /** Text that a client can send to get the same bound again. */
  readonly text: string;
}

/**
 * Returns the bound that a date parameter sets, or `undefined` if it sets none.
 *
 * - If the request has `include`, no date has an effect (rules/events.md#filter-include).
 * - Default dates always mean complete days. They have no effect if the client sends a limit such as
 *   `starts_after`, or an `external_id` (rules/external-ids.md#external-id-filter).
 * Source: rules/events.md#day-window, rules/events.md#date-limits.
 */
const boundOf = (name: keyof typeof BOUNDS, values: AllValues, site: SiteSettings): Bound | undefined => {
  const date = values[name];
  if (date === undefined || values.include !== undefined) return undefined;
  const isUnlimited = values.external_id !== undefined || LIMITS.some((limit) => values[limit] !== undefined);
  if (!date.isSent && isUnlimited) return undefined;
  const isSiteClock = site.displayZone === "site";
  const isExact = values.strict_dates === true;
  if (isExact && date.isSent) {
    return { at: isSiteClock ? date.utc : toWallClock(date.utc, site.timezone), text: date.utc };
  }
  const { edge } = BOUNDS[name];
  const day = dateOf(date.utc);
  const wallClock = dayBounds(day, site.dayCutoff)[edge];
  const toUtcBound = (): WallClock => toUtc(wallClock, site.timezone);
  // With a day cutoff, the last second of a day has the date of the next day. As a text, that date would mean
  // the next day.
  const dayText = edge === "last" ? `${day} 23:59:59` : wallClock;
  return { at: isSiteClock ? toUtcBound() : wallClock, text: isExact ? toUtcBound() : dayText };
};

/**
 * Returns the date parameters of a list as texts. If a client sends these texts, it gets the same bounds
 * again. Dates without an effect are `undefined`.
 */
export const understoodDates = (values: AllValues, site: SiteSettings): ParameterValues => {
  const textOf = (name: keyof typeof BOUNDS): string | undefined => boundOf(name, values, site)?.text;
  return {
    start_date: textOf("start_date"),
    end_date: textOf("end_date"),
    starts_before: textOf("starts_before"),
    starts_after: textOf("starts_after"),
    ends_before: textOf("ends_before"),
    ends_after: textOf("ends_after"),
    strict_dates: values.strict_dates === true ? "true" : undefined,
  };
};

const narrowBy =
  (names: readonly (keyof typeof BOUNDS)[], site: SiteSettings) =>
  (query: EventQuery, values: AllValues): EventQuery => {
    let narrowed = query;
    for (const name of names) {
      const bound = boundOf(name, values, site);
      const { clock, side } = BOUNDS[name];
      if (bound !== undefined) narrowed = { ...narrowed, [clock]: { ...narrowed[clock], [side]: bound.at } };
    }
    return narrowed;
  };

/** Creates the declaration of a date parameter. Source: rules/dates.md#date-input. */
const date = (
  name: keyof typeof BOUNDS,
  clock: Clock,
  description: string,
  example: string,
): Parameter<ListDate | undefined> => ({
  description,
  documented: { type: "string", example },
  resolve(raw, context) {
    const isText = typeof raw === "string" || typeof raw === "number";
    const utc = isText ? parseDate(String(raw), "UTC", clock) : undefined;
    if (utc === undefined) return { problem: { reason: "not-a-date" } };
    return { value: { isSent: (context.raw[name] ?? null) !== null, utc } };
  },
});

/**
 * Creates the filter for the parameters `starts_before`, `starts_after`, `ends_before`, `ends_after` and
 * `strict_dates`.
 * Source: rules/events.md#date-limits, rules/events.md#strict-dates.
 */
export const createDateLimitsFilter = ({ clock, site }: FilterDeps): EventFilter => {
  const limit = (name: (typeof LIMITS)[number]): Parameter<ListDate | undefined> =>
    date(name, clock, `parameter.events.${name}`, "2031-05-16");
  return eventFilter<LimitValues, IncludeValues>({
    parameters: {
      starts_before: limit("starts_before"),
      starts_after: limit("starts_after"),
      ends_before: limit("ends_before"),
      ends_after: limit("ends_after"),
      strict_dates: {
        description: "parameter.events.strict_dates",
        type: "string",
        documented: { example: "true" },
        default: "false",
        resolve: (raw) => {
          const text = resolveText(MAX_SEARCH_LENGTH)(raw);
          return "value" in text ? { value: isLooselyTrue(text.value) } : text;
        },
      },
    },
    pure: true,
    narrow: narrowBy(LIMITS, site),
  });
};

/** Length of the default date range of lists, in months. Source: rules/events.md#default-window. */
const MONTHS_AHEAD = 24;

/**
 * Returns the parameters without default dates. Results then cover all times, unless the client sends dates.
 */
export const withoutWindow = (parameters: Parameters): Parameters => {
  const { start_date, end_date } = parameters;
  const { defaultNow: _yesterday, ...from } = start_date ?? {};
  const { defaultNow: _inTwoYears, ...until } = end_date ?? {};
  return {
    ...parameters,
    start_date: { ...from, description: "parameter.files.start_date" },
    end_date: { ...until, description: "parameter.files.end_date" },
  };
};

/**
 * Creates the filter for the parameters `start_date` and `end_date`.
 * Source: rules/events.md#default-window, rules/events.md#day-window.
 */
export const createDatesFilter = ({ clock, site }: FilterDeps): EventFilter =>
  eventFilter<DateValues, LimitValues & IncludeValues>({
    parameters: {
      start_date: {
        ...date("start_date", clock, "parameter.events.start_date", "2031-05-01"),
        defaultNow: () => {
          const midnight = Math.floor(clock.now("day") / DAY) * DAY;
          return toWallClock(utcText(midnight - MINUTE), site.timezone);
        },
      },
      end_date: {
        ...date("end_date", clock, "parameter.events.end_date", "2031-12-31"),
        // The time of day appears only in descriptions. In a list, the default means the complete day.
        defaultNow: () => addMonths(utcText(clock.now("day")), MONTHS_AHEAD),
      },
    },
    pure: true,
    narrow: narrowBy(DATES, site),
  });
