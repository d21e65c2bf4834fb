import type { KnownEventFields } from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { recurrenceIdOf } from "../../read/event/recurrence-of-event.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";

export const LEFT_OUT = "A private date of the series was not imported.";

/**
 * Handles private occurrences of a public series. Occurrences have no status of their own, so private ones
 * are removed and added to the exceptions of the series.
 */
export const withoutPrivate = async (
  values: KnownEventFields,
  main: SourceEvent,
  changed: readonly SourceEvent[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<{ readonly values: KnownEventFields; readonly changed: readonly SourceEvent[] }> => {
  const own = main.isPrivate ? [] : changed.filter(({ isPrivate }) => isPrivate);
  const { recurrence } = values;
  const known = recurrence?.except;
  if (own.length === 0 || !Array.isArray(known)) return { values, changed };
  const except = new Set(known);
  for (const { recurrenceId, zones } of own) {
    await yieldToEventLoop();
    const id = recurrenceId && recurrenceIdOf(recurrenceId, main.times, zones);
    if (id !== undefined) except.add(id);
  }
  return {
    values: { ...values, recurrence: { ...recurrence, except: [...except] } },
    changed: changed.filter(({ isPrivate }) => !isPrivate),
  };
};
