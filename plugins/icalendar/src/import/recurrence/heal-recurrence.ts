import {
  type CalendarEvent,
  isCalendarError,
  isSeries,
  isStorageFailure,
  type KnownEventFields,
  type Recurrence,
} from "@kalends/core/plugin";
import { writeWithout } from "../event-values.ts";
import type { ImportContext } from "../import-deps.ts";
import { type Imported, originOf } from "../import-fields.ts";

/**
 * The recurrence that a series shall have again which an earlier version of imports has moved along with its start; `undefined`: nothing is
 * wrong. Recurrences that editors have changed stay: rules, and how many dates and exceptions there are, are those of the source.
 */
export const healedRecurrence = async (
  event: CalendarEvent,
  before: Imported,
  { values }: { readonly values: KnownEventFields },
  { api, wishes }: Pick<ImportContext, "api" | "wishes">,
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
        return api.events.update(event.id, { ...tried, dry_run: true }, { origin: originOf(wishes.source) });
      },
      () => undefined,
    );
    return isMovedAlong(recurrence, written.event.recurrence) ? sent : undefined;
  } catch (error) {
    // It cannot be written any more: that is for a change of the source to say.
    if (isCalendarError(error) && !isStorageFailure(error)) return undefined;
    throw error;
  }
};

const withoutUntil = (rules: readonly string[]): string =>
  rules.map((rule) => rule.replace(/;UNTIL=[^;]*/, "")).join("\n");

/** True if they differ in `UNTIL`, dates and exceptions alone, and have as many of these. */
const isMovedAlong = (stored: Recurrence, wanted: Recurrence | undefined): boolean =>
  wanted !== undefined &&
  withoutUntil(stored.rules) === withoutUntil(wanted.rules) &&
  stored.dates.length === wanted.dates.length &&
  stored.except.length === wanted.except.length &&
  JSON.stringify(stored) !== JSON.stringify(wanted);
