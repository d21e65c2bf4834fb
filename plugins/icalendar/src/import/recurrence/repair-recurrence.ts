import {
  type CalendarEvent,
  isCalendarError,
  isSeries,
  isStorageFailure,
  type KnownEventFields,
} from "@kalends/core/plugin";
import { writeWithout } from "../event-values.ts";
import type { ImportContext } from "../import-deps.ts";
import { type Imported, originOf } from "../import-fields.ts";

type Recurrence = NonNullable<CalendarEvent["recurrence"]>;

/**
 * Returns the correct recurrence of a series whose dates an earlier version moved along with the start.
 * Returns `undefined` if the series needs no repair.
 * A recurrence that editors changed is not repaired: its rules and the numbers of its dates and exceptions
 * must match the source.
 */
export const repairedRecurrence = async (
  event: CalendarEvent,
  before: Imported,
  { values }: { readonly values: KnownEventFields },
  { api, settings }: Pick<ImportContext, "api" | "settings">,
): Promise<KnownEventFields["recurrence"]> => {
  const { recurrence, schedule } = event;
  if (before.isAbsolute === true || recurrence === undefined || !isSeries(event)) return undefined;
  const { start_date, end_date, all_day, timezone } = values;
  const start = schedule.allDay ? schedule.start.slice(0, 10) : schedule.start;
  if (start !== start_date || schedule.timezone !== timezone) return undefined;
  let sent: KnownEventFields["recurrence"];
  try {
    const written = await writeWithout(
      { start_date, end_date, all_day, timezone, recurrence: values.recurrence } as KnownEventFields,
      (tried) => {
        sent = tried.recurrence;
        return api.events.update(
          event.id,
          { ...tried, dry_run: true },
          { origin: originOf(settings.source) },
        );
      },
      () => undefined,
    );
    return isShifted(recurrence, written.event.recurrence) ? sent : undefined;
  } catch (error) {
    // If the API refuses the recurrence, nothing is repaired. The refusal is reported when the event changes
    // in the source.
    if (isCalendarError(error) && !isStorageFailure(error)) return undefined;
    throw error;
  }
};

const withoutUntil = (rules: readonly string[]): string =>
  rules.map((rule) => rule.replace(/;UNTIL=[^;]*/, "")).join("\n");

/**
 * True if the recurrences differ, but have the same rules, apart from UNTIL, and the same numbers of dates
 * and exceptions.
 */
const isShifted = (stored: Recurrence, wanted: Recurrence | undefined): boolean =>
  wanted !== undefined &&
  withoutUntil(stored.rules) === withoutUntil(wanted.rules) &&
  stored.dates.length === wanted.dates.length &&
  stored.except.length === wanted.except.length &&
  JSON.stringify(stored) !== JSON.stringify(wanted);
