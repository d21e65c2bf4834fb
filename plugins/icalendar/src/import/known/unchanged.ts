import {
  type CalendarEvent,
  isCalendarError,
  isSeries,
  isStorageFailure,
  type KnownEventFields,
  writtenRecurrenceId,
} from "@kalends/core/plugin";
import type { ImportContext } from "../import-deps.ts";
import { type ChangedOccurrence, followedBy, hasChanges, occurrencesOf } from "../occurrences/occurrences.ts";
import { isSameEvent } from "./same-event.ts";

/** State that an event should have. Without `values`, only the occurrences in `changed` are compared. */
interface RequestedEvent {
  readonly values?: KnownEventFields;
  readonly changed: readonly ChangedOccurrence[];
}

/**
 * Adds an empty website to the values if the event has a website but the source has none. The update then
 * removes the website.
 */
export const valuesFor = (event: CalendarEvent, values: KnownEventFields): KnownEventFields =>
  values.website === undefined && event.website ? { ...values, website: "" } : values;

/**
 * True if the import would not change the event. It is used for events without a stored state, which no
 * import has written before.
 */
export const isUnchanged = async (
  event: CalendarEvent,
  { values, changed }: RequestedEvent,
  { api, deps }: Pick<ImportContext, "api" | "deps">,
): Promise<boolean> => {
  try {
    if (values !== undefined) {
      const sent = withoutSpelling(event, valuesFor(event, values), deps);
      const written = await api.events.update(event.id, {
        ...sent,
        ...(await withKnownExceptions(event, sent, deps)),
        dry_run: true,
      });
      if (!isSameEvent(event, written.event)) return false;
    }
    if (!isSeries(event)) return changed.length === 0;
    const stored = await occurrencesOf(event.id, { deps });
    const byId = new Map(
      stored.map((each) => [writtenRecurrenceId(each.occurrence?.recurrenceId ?? "", event.schedule), each]),
    );
    const wanted = new Set(changed.map(({ recurrenceId }) => recurrenceId));
    const isLeft = [...byId].some(
      ([id, { occurrence }]) => occurrence !== undefined && hasChanges(occurrence) && !wanted.has(id),
    );
    if (values !== undefined && isLeft) return false;
    const followed = followedBy(event, byId);
    for (const { recurrenceId, values: sent } of changed) {
      const own = { ...followed(recurrenceId), ...sent };
      const before = byId.get(recurrenceId);
      if (before === undefined) return false;
      const written = await api.events.occurrences(event.id).update(recurrenceId, {
        ...withoutSpelling(before, own, deps),
        dry_run: true,
      });
      if (!isSameEvent(before, written.event)) return false;
    }
    return true;
  } catch (error) {
    // If the API refuses the values, the event counts as changed. The write then reports the error.
    if (isCalendarError(error) && !isStorageFailure(error)) return false;
    throw error;
  }
};

/**
 * Removes from the values a title or description that differs from that of the event only in markup. Calendar
 * files contain titles as plain text and descriptions as rendered HTML.
 */
const withoutSpelling = (
  event: CalendarEvent,
  { title = "", description = "", ...values }: KnownEventFields,
  { toText }: Pick<ImportContext["deps"], "toText">,
): KnownEventFields => {
  const isSame = (one: string, other: string): boolean =>
    toText(one).replace(/\s+/g, " ").trim() === toText(other).replace(/\s+/g, " ").trim();
  return {
    ...values,
    ...(title !== "" && !isSame(title, event.title) && { title }),
    ...(!isSame(description ?? "", event.description) && { description }),
  };
};

/**
 * Returns the recurrence without the exceptions for occurrences that are in the trash here. Calendar files of
 * this plugin list trashed occurrences as exceptions, but the series need not store them as exceptions too.
 */
const withKnownExceptions = async (
  event: CalendarEvent,
  { recurrence }: KnownEventFields,
  deps: ImportContext["deps"],
): Promise<Pick<KnownEventFields, "recurrence">> => {
  const except = recurrence?.except;
  if (!isSeries(event) || !Array.isArray(except)) return {};
  const stored = await occurrencesOf(event.id, { deps });
  const own = new Set(event.recurrence?.except);
  const trashed = new Set(
    stored.flatMap(({ occurrence }) =>
      occurrence?.gone === "trashed" && !own.has(occurrence.recurrenceId)
        ? [writtenRecurrenceId(occurrence.recurrenceId, event.schedule)]
        : [],
    ),
  );
  return { recurrence: { ...recurrence, except: except.filter((start) => !trashed.has(start)) } };
};
