import type { CalendarEvent } from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { recurrenceIdOf } from "../../read/event/recurrence-of-event.ts";
import type { SourceGroup } from "../groups/split-group.ts";
import type { ImportContext } from "../import-deps.ts";
import { importedOf } from "../import-fields.ts";
import type { KnownEvents } from "../known/known-events.ts";
import type { Note } from "../report/report.ts";
import { trashVanished } from "../trash-vanished.ts";
import { derivedUid } from "./derived-uid.ts";
import type { WrittenOccurrences } from "./occurrences.ts";

/** Event and the changed occurrences that the source lists for it. */
interface Dates {
  readonly uid: string;
  readonly main: Pick<SourceEvent, "times" | "isPrivate">;
  readonly dates: readonly SourceEvent[];
  /** Result of writing the occurrences. Absent if the event does not recur. */
  readonly outcome: WrittenOccurrences | undefined;
}

interface SeparateDatesContext extends ImportContext {
  readonly known: KnownEvents;
  /** Writes an occurrence as a separate event. */
  readonly write: (group: SourceGroup & { readonly main: SourceEvent }, note: Note) => Promise<void>;
  readonly mayChange: (event: CalendarEvent) => boolean;
}

const NO_SUCH_DATE = "The series does not have this date; it was imported as a separate event.";
const IN_ITS_SERIES = "The series now has this date.";

/**
 * Writes a separate event for each changed occurrence whose date the series does not have. If the series has
 * the date by now, moves the separate event of an earlier import to the trash.
 */
export const writeSeparateDates = async (
  { uid, main, dates, outcome }: Dates,
  { known, write, mayChange, ...context }: SeparateDatesContext,
  note: Note,
): Promise<void> => {
  for (const event of dates) {
    const { recurrenceId, zones, values } = event;
    const id = recurrenceId && recurrenceIdOf(recurrenceId, main.times, zones);
    const own = await derivedUid(uid, recurrenceId?.raw ?? "");
    const before = await known.recall(own);
    if (outcome === undefined || id === undefined || outcome.missing.has(id)) {
      // Some programs write a cancelled occurrence for a date that the series also excludes. Such an
      // occurrence is not imported.
      if (before === undefined && values.event_status === "cancelled") continue;
      const isPrivate = event.isPrivate || main.isPrivate;
      const notes = [NO_SUCH_DATE, ...event.notes];
      const name = context.deps.toText(String(values.title));
      await write({ uid: own, name, main: { ...event, isPrivate, notes }, changed: [] }, note);
    } else if (before !== undefined && outcome.written.has(id) && mayChange(before)) {
      const imported = importedOf(before) ?? { sequence: 0, digest: "" };
      if (await trashVanished(before, imported, context))
        note({ outcome: "removed", uid: own, name: before.title, reason: IN_ITS_SERIES });
    }
  }
};
