import {
  createSchedule,
  isCalendarError,
  type PluginDeps,
  startsOfRules,
  utcText,
} from "@kalends/core/plugin";
import type { Breathe } from "../read/breathing.ts";
import type { SourceEvent } from "../read/event/event-of-component.ts";
import { fromOwnClock } from "../read/times.ts";

/** Exceptions of an event, at most, as the interface accepts them. */
const MOST_EXCEPTIONS = 5_000;
/** Years after this one up to which EXRULE is expanded. */
const YEARS = 10;

/** The event with the dates of its EXRULE among its exceptions. */
export const withoutExcludedByRule = async (
  event: SourceEvent,
  { site, clock }: Pick<PluginDeps, "site" | "clock">,
  breathe: Breathe,
): Promise<SourceEvent> => {
  const { exceptRules, times, values } = event;
  const { recurrence } = values;
  if (exceptRules.length === 0 || !Array.isArray(recurrence?.except)) return event;
  const noted = (text: string): SourceEvent => ({ ...event, notes: [...event.notes, text] });
  const { allDay, timezone } = times;
  const [start, end] = allDay ? [times.start.slice(0, 10), times.end.slice(0, 10)] : [times.start, times.end];
  const first = createSchedule({ start, end, timezone, allDay, dayCutoff: site.dayCutoff });
  // The same until the year ends, so that the same calendar gives the same exceptions.
  const until = `${Number(utcText(clock.now()).slice(0, 4)) + YEARS}-12-31 23:59:59`;
  const found = new Set<string>(recurrence.except.map(String));
  let isCut = false;
  try {
    for (const at of startsOfRules(exceptRules, first, until)) {
      await breathe();
      if (at === undefined) continue;
      isCut = found.size >= MOST_EXCEPTIONS;
      if (isCut) break;
      found.add(allDay ? at.slice(0, 10) : fromOwnClock(at, times));
    }
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return noted("EXRULE cannot be read, or takes too long to compute: it is left out.");
  }
  const except = { values: { ...values, recurrence: { ...recurrence, except: [...found].sort() } } };
  const cut = `EXRULE has more than ${MOST_EXCEPTIONS} dates: only the first ones count.`;
  return isCut ? { ...noted(cut), ...except } : { ...event, ...except };
};
