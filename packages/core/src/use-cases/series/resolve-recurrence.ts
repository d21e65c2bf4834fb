import { isCalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { isSameJson } from "../../model/json.ts";
import { without } from "../../model/members.ts";
import { checkSteps, type RecurrenceLimits } from "../../model/recurrence/check-recurrence.ts";
import { parseSteps, type SentRecurrence } from "../../model/recurrence/parse-recurrence.ts";
import type { Recurrence } from "../../model/recurrence/recurrence.ts";
import { shiftRecurrence } from "../../model/recurrence/shift-recurrence.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Schedule } from "../../model/time/schedule.ts";
import { dateOf } from "../../model/time/wall-clock.ts";
import type { Compute } from "../../unit-of-work/computing.ts";
import { horizonAt } from "./horizon.ts";

/** Returns the limits that `checkRecurrence` needs. `now` is in milliseconds since 1970. */
export const recurrenceLimits = (
  now: number,
  site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">,
): RecurrenceLimits => ({ horizon: horizonAt(now, site), dayCutoff: site.dayCutoff });

/**
 * True if the recurrence in a request has no rules, dates and exceptions, which means that the event does not
 * recur.
 * Source: rules/recurrence.md#recurrence-begins-ends.
 */
const isEmpty = ({ rules = [], dates = [], except = [] }: SentRecurrence): boolean =>
  rules.length + dates.length + except.length === 0;

/**
 * Returns the stored recurrence of a new event, or `undefined` if the event does not recur. Throws the errors
 * of `parseRecurrence` and `checkRecurrence`.
 * Source: rules/recurrence.md#recurrence-parameter.
 */
export const newRecurrence = async (
  sent: SentRecurrence | undefined,
  first: Schedule,
  limits: RecurrenceLimits,
  compute: Compute,
): Promise<Recurrence | undefined> => {
  if (sent === undefined || isEmpty(sent)) return undefined;
  return checked(await parsed(sent, first, compute), first, limits, compute);
};

/**
 * Returns the recurrence of an event after an update. `first` is the new schedule of its first occurrence.
 * If the client sent no recurrence, or sent the stored one unchanged, the stored one moves together with the
 * first start. With `isAbsolute`, a recurrence that was sent does not move.
 * Throws the errors of `parseRecurrence` and `checkRecurrence`.
 */
export const changedRecurrence = async (
  { recurrence, schedule }: Pick<CalendarEvent, "recurrence" | "schedule">,
  sent: SentRecurrence | undefined,
  first: Schedule,
  limits: RecurrenceLimits,
  compute: Compute,
  { isAbsolute = false }: { readonly isAbsolute?: boolean } = {},
): Promise<Recurrence | undefined> => {
  const isSameFirstStart = isSameStart(schedule, first);
  const isKept =
    sent === undefined ||
    (recurrence !== undefined &&
      (isSameFirstStart || !isAbsolute) &&
      (await isUnchanged(sent, recurrence, schedule, compute)));
  if (!isKept) return newRecurrence(sent, first, limits, compute);
  if (recurrence === undefined || isSameFirstStart) return recurrence;
  // A recurrence that is valid for timed events may be invalid for all-day events, so the moved recurrence is
  // parsed again.
  const moved = await parsed(shiftRecurrence(recurrence, schedule, first), first, compute);
  return checked(moved, first, limits, compute);
};

const parsed = (sent: SentRecurrence, first: Schedule, compute: Compute): Promise<Recurrence> =>
  compute(["parse", sent, first], () => parseSteps(sent, first));

/**
 * Returns a copy of the event with this recurrence. A `recurrence` of `undefined` means that the event does
 * not recur, or no longer recurs.
 */
export const withRecurrence = <E extends Pick<CalendarEvent, "recurrence" | "hasRecurred">>(
  event: E,
  recurrence: Recurrence | undefined,
): E => {
  const ends = event.recurrence !== undefined && recurrence === undefined;
  return {
    ...without<Pick<CalendarEvent, "recurrence">, E>(event, "recurrence"),
    ...(recurrence && { recurrence }),
    ...(ends && { hasRecurred: true }),
  };
};

const checked = async (
  recurrence: Recurrence,
  first: Schedule,
  { horizon, dayCutoff }: RecurrenceLimits,
  compute: Compute,
): Promise<Recurrence> => {
  // The horizon is rounded to the end of its day. A check whose result comes later on the same day then has
  // the same limits and stays usable.
  const limits = { horizon: `${dateOf(horizon)} 23:59:59`, dayCutoff };
  await compute(["check", recurrence, first, limits], () => checkSteps(recurrence, first, limits));
  return recurrence;
};

const isSameStart = (one: Schedule, other: Schedule): boolean =>
  one.start === other.start && one.timezone === other.timezone && one.allDay === other.allDay;

/** True if the recurrence in the request equals that of the stored series. */
export const isSameRecurrence = async (
  sent: SentRecurrence,
  { recurrence, schedule }: Pick<CalendarEvent, "recurrence" | "schedule">,
  compute: Compute,
): Promise<boolean> => recurrence !== undefined && isUnchanged(sent, recurrence, schedule, compute);

const isUnchanged = async (
  sent: SentRecurrence,
  recurrence: Recurrence,
  first: Schedule,
  compute: Compute,
): Promise<boolean> => {
  try {
    return isSameJson(await parsed(sent, first, compute), recurrence);
  } catch (error) {
    if (!isCalendarError(error) || error.code === "rest_too_many_requests") throw error;
    // A recurrence that is invalid for the stored schedule is meant for the new one, so it counts as
    // different.
    return false;
  }
};
