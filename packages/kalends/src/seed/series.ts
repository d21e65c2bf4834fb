import { type CalendarEvent, DAY, millisecondsOf, parseRecurrence, type WallClock } from "@kalends/core";
import { reconcileOccurrences } from "@kalends/core/interface";
import { draftEvent, EVENTS_PER_DAY, publishedNow } from "./drafts.ts";
import { createRandom, type Random } from "./random.ts";
import type { LinkedRecords, SeedOptions } from "./seed.ts";

/**
 * Minimum length in days of the period in which series take place. The period begins with the first day of
 * events.
 */
const MIN_DAYS = 365;
const DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

/**
 * Adds events with various recurrences, which end on the last day of the period. Each event is stored
 * together with its occurrences in one transaction.
 */
export const seedSeries = async (options: SeedOptions, linked: LinkedRecords): Promise<void> => {
  const { store, site, clock, seed, series = 0 } = options;
  // Use a separate generator, so that single events do not depend on the number of series.
  const random = createRandom(seed + series);
  const days = Math.max(MIN_DAYS, Math.ceil(options.events / EVENTS_PER_DAY));
  for (let index = 0; index < series; index += 1) {
    const first = EVENTS_PER_DAY * random.below(days);
    const draft = draftEvent(first, options, linked, publishedNow(options), random);
    const until = new Date(Date.parse(`${options.from}T00:00:00Z`) + (days - 1) * DAY);
    const rule = `${ruleOf(draft.schedule.start, random)};UNTIL=${until.toISOString().slice(0, 10).replaceAll("-", "")}`;
    const recurrence = parseRecurrence({ rules: [rule] }, draft.schedule);
    await store.transaction(async (unit) => {
      const id = await unit.ids.next("record");
      const event: CalendarEvent = { ...draft, id, slug: `${draft.slug}-${id}`, recurrence };
      await unit.events.save(event);
      await reconcileOccurrences(unit, { series: event, now: clock.now(), site });
    });
  }
};

/** Returns a recurrence rule that produces this start. */
const ruleOf = (start: WallClock, random: Random): string => {
  const date = new Date(millisecondsOf(start));
  const weekday = DAYS[date.getUTCDay()] as string; // The cast is safe: the week has seven days.
  const week = Math.ceil(date.getUTCDate() / 7);
  const nth = week === 5 ? -1 : week;
  return random.pick([
    `FREQ=WEEKLY;BYDAY=${weekday}`,
    `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    `FREQ=WEEKLY;BYDAY=${[...new Set([weekday, random.pick(DAYS)])].join(",")}`,
    `FREQ=MONTHLY;BYDAY=${nth}${weekday}`,
    "FREQ=MONTHLY",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=DAILY",
    "FREQ=YEARLY",
  ]);
};
