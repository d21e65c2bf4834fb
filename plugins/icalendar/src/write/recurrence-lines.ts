import { type CalendarEvent, type WallClock, writtenRules } from "@kalends/core/plugin";
import { OWN_PROPERTIES } from "../fields.ts";
import { contentLine } from "./content-line.ts";
import { formParameters, lastDay, type TimeForm, timesLine, timeValue } from "./times.ts";

/** A date of a series that lasts otherwise than the first one. */
export interface OwnPeriod {
  readonly start: WallClock;
  readonly end: WallClock;
}

const toPeriod = (date: string): Partial<OwnPeriod> & Pick<OwnPeriod, "start"> => {
  const [start = "", end] = date.split("/");
  return { start, ...(end !== undefined && { end }) };
};

/** The dates of a series that last otherwise than its first one. */
export const periodsOf = ({ recurrence }: CalendarEvent): readonly OwnPeriod[] =>
  (recurrence?.dates ?? []).flatMap((date): readonly OwnPeriod[] => {
    const { start, end } = toPeriod(date);
    return end === undefined ? [] : [{ start, end }];
  });

/**
 * RRULE, RDATE and EXDATE of a series. `removed`: original starts of occurrences that somebody has put into the trash. What lasts
 * otherwise is a date here and a component beside it: too many programs know no RDATE that is a period. A property of our own has it.
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
    // Where there are dates alone some programs forget the first start.
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
  return contentLine(OWN_PROPERTIES.periods, written.join(","), { ...formParameters(form), VALUE: "PERIOD" });
};
