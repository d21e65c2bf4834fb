import { createSchedule, isCalendarError, type PluginDeps, RECURRENCE_BOUNDS } from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { fromSourceClock } from "../../read/times.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";
import { currentYear, LISTED_YEARS, startsUntil } from "./rule-dates.ts";

/**
 * Replaces the rules of an event by a list of dates if no known time zone has the offsets of its time zone.
 * If the dates are too many, those before last year are left out first.
 * Source: rules/recurrence.md#recurrence-of-imports.
 */
export const withListedDates = async (
  event: SourceEvent,
  { site, clock }: Pick<PluginDeps, "site" | "clock">,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SourceEvent> => {
  const { times, values, notes } = event;
  const { rules, dates, except } = values.recurrence ?? {};
  // All-day events do not depend on offsets, so their rules are kept.
  if (times.allDay || times.offsets === undefined || !Array.isArray(rules) || rules.length === 0)
    return event;
  const { start, end } = times;
  // Computes the rules on the wall clock of the source's time zone, as if it were UTC. Each date is converted
  // afterwards.
  const first = createSchedule({ start, end, timezone: "UTC", allDay: false, dayCutoff: site.dayCutoff });
  const year = currentYear(clock);
  const found = new Set<string>();
  let isMoved = false;
  try {
    for await (const at of startsUntil(year + LISTED_YEARS, rules.map(String), first, yieldToEventLoop)) {
      const date = fromSourceClock(at, times);
      isMoved ||= date !== at;
      if (date !== start) found.add(date);
    }
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return { ...event, notes: [...notes, TOO_COSTLY] };
  }
  if (!isMoved) return event;
  const listed = [...new Set([...found, ...(Array.isArray(dates) ? dates.map(String) : [])])].sort();
  const recent = listed.filter((date) => date >= `${year - 1}-01-01`);
  const kept = listed.length <= RECURRENCE_BOUNDS.dates ? listed : recent.slice(0, RECURRENCE_BOUNDS.dates);
  return {
    ...event,
    notes: [
      ...notes,
      `${UNKNOWN} The dates of its rules were listed one by one until the end of ${year + LISTED_YEARS}.`,
      ...(kept.length < listed.length
        ? [`Only ${kept.length} of its ${listed.length} dates were used.`]
        : []),
    ],
    values: {
      ...values,
      recurrence: { rules: [], dates: kept, except: Array.isArray(except) ? except : [] },
    },
  };
};

const UNKNOWN = "The time zone of the series matches no known zone.";
const TOO_COSTLY = `${UNKNOWN} Its rules take too long to compute; the offset at its start was used.`;
