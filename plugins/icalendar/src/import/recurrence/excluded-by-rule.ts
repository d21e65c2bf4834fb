import { createSchedule, isCalendarError, type PluginDeps, RECURRENCE_BOUNDS } from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { fromSourceClock } from "../../read/times.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";
import { currentYear, LISTED_YEARS, startsUntil } from "./rule-dates.ts";

/**
 * Replaces the exclusion rules (EXRULE) of an event by exceptions: the dates that the rules produce within
 * `LISTED_YEARS`. If the rules cannot be read or take too long, they are ignored, with a note for the report.
 */
export const withoutExcludedByRule = async (
  event: SourceEvent,
  { site, clock }: Pick<PluginDeps, "site" | "clock">,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SourceEvent> => {
  const { exceptRules, times, values } = event;
  const { recurrence } = values;
  if (exceptRules.length === 0 || !Array.isArray(recurrence?.except)) return event;
  const noted = (text: string): SourceEvent => ({ ...event, notes: [...event.notes, text] });
  const { allDay, timezone } = times;
  const [start, end] = allDay ? [times.start.slice(0, 10), times.end.slice(0, 10)] : [times.start, times.end];
  const first = createSchedule({ start, end, timezone, allDay, dayCutoff: site.dayCutoff });
  const found = new Set<string>(recurrence.except.map(String));
  let isCut = false;
  try {
    for await (const at of startsUntil(
      currentYear(clock) + LISTED_YEARS,
      exceptRules,
      first,
      yieldToEventLoop,
    )) {
      isCut = found.size >= RECURRENCE_BOUNDS.exceptions;
      if (isCut) break;
      found.add(allDay ? at.slice(0, 10) : fromSourceClock(at, times));
    }
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return noted("EXRULE was ignored: it cannot be read or takes too long to compute.");
  }
  const except = { values: { ...values, recurrence: { ...recurrence, except: [...found].sort() } } };
  const cut = `EXRULE has more than ${RECURRENCE_BOUNDS.exceptions} dates; only the first ones are used.`;
  return isCut ? { ...noted(cut), ...except } : { ...event, ...except };
};
