import { type CalendarEvent, toUtc } from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { recurrenceIdOf } from "../../read/event/recurrence-of-event.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";
import { recurs } from "../event-as-sent.ts";
import type { KnownEvents } from "../known/known-events.ts";
import { derivedUid } from "../occurrences/derived-uid.ts";
import type { ReadGroup } from "./read-group.ts";

/**
 * Event or series with its changed occurrences, or changed occurrences without their series. `uid` is the UID
 * under which this calendar stores the event.
 */
export interface SourceGroup {
  readonly uid: string;
  readonly name: string;
  readonly main?: SourceEvent;
  readonly changed: readonly SourceEvent[];
}

/**
 * Splits events that share one UID in the source. One event keeps the UID and the others get UIDs derived
 * from their start. An event that is already stored keeps the UID that it has, even if other events disappear
 * from the source.
 */
export const splitGroup = async (
  { uid, name, mains, changed }: ReadGroup,
  known: KnownEvents,
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly SourceGroup[]> => {
  const [only] = mains;
  if (only === undefined) return [{ uid, name, changed }];
  const isSingle = mains.length === 1;
  if (isSingle && (recurs(only.values) || changed.length > 0)) return [{ uid, name, main: only, changed }];
  const others: SourceEvent[] = [];
  const groups: SourceGroup[] = [];
  const occurrences = await occurrencesByMain(changed, mains, yieldToEventLoop);
  const add = (own: string, main: SourceEvent): void =>
    void groups.push({
      uid: own,
      name: String(main.values.title),
      main,
      changed: occurrences.get(main) ?? [],
    });
  for (const main of mains) {
    const own = await derivedUid(uid, main.start);
    if ((await known.recall(own)) === undefined) others.push(main);
    else add(own, main);
  }
  const stored = isSingle || others.length === 0 ? undefined : await known.find(uid);
  const holder =
    stored === undefined ? others[0] : others.find((main) => startOfSource(main) === startOfStored(stored));
  for (const main of others) add(main === holder ? uid : await derivedUid(uid, main.start), main);
  return groups;
};

/**
 * Limits for assigning changed occurrences to events. A clock is a time zone together with a start time. At
 * most `MAX_CLOCKS` clocks of one UID are compared. The number of clocks times occurrences is at most
 * `MAX_COMPARISONS`. Events with other clocks are skipped.
 */
const MAX_CLOCKS = 200;
const MAX_COMPARISONS = 250_000;

/**
 * Assigns each changed occurrence to an event of the same UID. This is the series with the latest start that
 * is not after the occurrence. Without such a series, it is the latest such single event, otherwise the first
 * event.
 */
const occurrencesByMain = async (
  changed: readonly SourceEvent[],
  mains: readonly SourceEvent[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<ReadonlyMap<SourceEvent, readonly SourceEvent[]>> => {
  const found = new Map<SourceEvent, SourceEvent[]>();
  if (changed.length === 0) return found;
  const mostClocks = Math.min(MAX_CLOCKS, Math.ceil(MAX_COMPARISONS / changed.length));
  const clocks = new Map<unknown, number>();
  const clockOf = ({ times: { timezone, allDay, hasTimedDays, offsets, start } }: SourceEvent): number => {
    const clock = offsets ?? [timezone, allDay, hasTimedDays, start.slice(10)].join();
    return clocks.get(clock) ?? clocks.set(clock, clocks.size).size - 1;
  };
  const latestFirst = mains
    .map((main) => ({ main, clock: clockOf(main), isSeries: recurs(main.values) }))
    .filter(({ clock }) => clock < mostClocks)
    .toSorted(({ main: one }, { main: other }) => (one.times.start < other.times.start ? 1 : -1));
  const mainOf = ({ recurrenceId, zones }: SourceEvent): SourceEvent | undefined => {
    const ids = new Map<number, string>();
    let latest: SourceEvent | undefined;
    for (const { main, clock, isSeries } of latestFirst) {
      const id = ids.get(clock) ?? (recurrenceId && recurrenceIdOf(recurrenceId, main.times, zones)) ?? "";
      ids.set(clock, id);
      if (id < main.times.start) continue;
      if (isSeries) return main;
      latest ??= main;
    }
    return latest ?? mains[0];
  };
  for (const each of changed) {
    await yieldToEventLoop();
    const main = mainOf(each);
    if (main !== undefined)
      found
        .set(main, found.get(main) ?? [])
        .get(main)
        ?.push(each);
  }
  return found;
};

/**
 * Returns a text for comparing the starts of events: the day of an all-day event, otherwise the start in UTC.
 * Events with the same start have the same text.
 */
export const startOfSource = ({ times: { allDay, start, timezone } }: SourceEvent): string =>
  allDay ? start.slice(0, 10) : toUtc(start, timezone);

/** Returns the start of a stored event in the form of `startOfSource`. */
export const startOfStored = ({ schedule: { allDay, start, utcStart } }: CalendarEvent): string =>
  allDay ? start.slice(0, 10) : utcStart;
