import { type CalendarEvent, toUtc } from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { recurrenceIdOf } from "../../read/event/recurrence-of-event.ts";
import { recurs } from "../event-as-sent.ts";
import type { KnownEvents } from "../known/known-events.ts";
import { ownUid } from "../occurrences/own-uid.ts";
import type { ReadGroup } from "./read-group.ts";

/** One event or series with what differs of it, or occurrences without their series, under the UID that the calendar has for it. */
export interface SourceGroup {
  readonly uid: string;
  readonly name: string;
  readonly main?: SourceEvent;
  readonly changed: readonly SourceEvent[];
}

/**
 * The events of one UID. Of several dates one has the UID, and the others have a UID of their own, which each keeps as long as it is there:
 * also when the others have gone.
 */
export const splitGroup = async (
  { uid, name, mains, changed }: ReadGroup,
  known: KnownEvents,
): Promise<readonly SourceGroup[]> => {
  const [only] = mains;
  if (only === undefined) return [{ uid, name, changed }];
  const isOne = mains.length === 1;
  if (isOne && (recurs(only.values) || changed.length > 0)) return [{ uid, name, main: only, changed }];
  const others: SourceEvent[] = [];
  const groups: SourceGroup[] = [];
  const add = (own: string, main: SourceEvent): void =>
    void groups.push({
      uid: own,
      name: String(main.values.title),
      main,
      changed: changed.filter((each) => isOf(each, main, mains)),
    });
  for (const main of mains) {
    const own = await ownUid(uid, main.start);
    if ((await known.recall(own)) === undefined) others.push(main);
    else add(own, main);
  }
  const stored = isOne || others.length === 0 ? undefined : await known.find(uid);
  const holder = stored === undefined ? others[0] : others.find((main) => isStart(main, stored));
  for (const main of others) add(main === holder ? uid : await ownUid(uid, main.start), main);
  return groups;
};

/** Occurrences are those of the series that began last before them. */
const isOf = (
  { recurrenceId, zones }: SourceEvent,
  main: SourceEvent,
  mains: readonly SourceEvent[],
): boolean => {
  const begun = mains
    .filter(
      ({ times }) => ((recurrenceId && recurrenceIdOf(recurrenceId, times, zones)) ?? "") >= times.start,
    )
    .toSorted((one, other) => (one.times.start < other.times.start ? -1 : 1));
  return main === (begun.findLast(({ values }) => recurs(values)) ?? begun.at(-1) ?? mains[0]);
};

export const isStart = ({ times }: SourceEvent, { schedule }: CalendarEvent): boolean =>
  times.allDay === schedule.allDay &&
  (times.allDay
    ? times.start.slice(0, 10) === schedule.start.slice(0, 10)
    : toUtc(times.start, times.timezone) === schedule.utcStart);
