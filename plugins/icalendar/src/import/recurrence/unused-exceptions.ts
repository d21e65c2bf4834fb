import { type CalendarEvent, isSeries, unusedExceptions, writtenRecurrenceId } from "@kalends/core/plugin";
import { createYieldToEventLoop } from "../../read/yield-to-event-loop.ts";

/** Maximum number of exceptions that the report lists. */
const MAX_NAMED = 5;

/** Adds a note for the report if exceptions of a series match none of its dates. */
export const noteUnusedExceptions = async (
  event: CalendarEvent,
  note: (text: string) => void,
): Promise<void> => {
  const { recurrence, schedule } = event;
  if (recurrence === undefined || !isSeries(event) || recurrence.except.length === 0) return;
  const yieldToEventLoop = createYieldToEventLoop();
  const computation = unusedExceptions(recurrence, schedule);
  let step = computation.next();
  for (; !step.done; step = computation.next()) await yieldToEventLoop();
  const unused = step.value.map((start) => writtenRecurrenceId(start, schedule));
  if (unused.length === 0) return;
  const more = unused.length > MAX_NAMED ? ` and ${unused.length - MAX_NAMED} more` : "";
  note(
    `EXDATE has no effect at ${unused.slice(0, MAX_NAMED).join(", ")}${more}: the series has no such date.`,
  );
};
