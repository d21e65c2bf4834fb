import { type CalendarEvent, type WallClock, writtenRules } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../fields.ts";
import { contentLine } from "./content-line.ts";
import { formParameters, lastDay, type TimeForm, timesLine, timeValue } from "./times.ts";

/** Date of a series whose duration differs from that of the first date. */
export interface OwnPeriod {
  readonly start: WallClock;
  readonly end: WallClock;
}

const toPeriod = (date: string): Partial<OwnPeriod> & Pick<OwnPeriod, "start"> => {
  const [start = "", end] = date.split("/");
  return { start, ...(end !== undefined && { end }) };
};

/** Returns the dates of a series whose duration differs from that of the first date. */
export const periodsOf = ({ recurrence }: CalendarEvent): readonly OwnPeriod[] =>
  (recurrence?.dates ?? []).flatMap((date): readonly OwnPeriod[] => {
    const { start, end } = toPeriod(date);
    return end === undefined ? [] : [{ start, end }];
  });

/**
 * Returns RRULE, RDATE and EXDATE of a series. `removed` are the original starts of trashed occurrences.
 * Many programs do not support PERIODs in RDATE. Dates with another duration are therefore written as an
 * RDATE without an end and as a separate component. An X-KALENDS property also contains their periods.
 */
export const recurrenceLines = (
  event: CalendarEvent,
  removed: readonly WallClock[],
  form: TimeForm,
): string => {
  const { recurrence, schedule } = event;
  if (recurrence === undefined) return "";
  const { rules, dates, except } = recurrence;
  const starts = dates.map((date) => toPeriod(date).start);
  return [
    ...writtenRules(recurrence, schedule).map((rule) => contentLine("RRULE", rule)),
    // If a series has dates but no rule, some programs skip its first start. The start is therefore also
    // written as an RDATE.
    timesLine("RDATE", [...new Set(rules.length === 0 ? [schedule.start, ...starts] : starts)].sort(), form),
    timesLine("EXDATE", [...new Set([...except, ...removed])].sort(), form),
    periodsLine(periodsOf(event), form),
  ].join("");
};

const periodsLine = (periods: readonly OwnPeriod[], form: TimeForm): string => {
  if (periods.length === 0) return "";
  const written = periods.map(({ start, end }) =>
    [start, form.kind === "date" ? lastDay(end) : end].map((bound) => timeValue(bound, form)).join("/"),
  );
  return contentLine(KALENDS_PROPERTIES.periods, written.join(","), {
    ...formParameters(form),
    VALUE: "PERIOD",
  });
};
