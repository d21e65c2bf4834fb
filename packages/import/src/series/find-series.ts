import { DAY, utcText, type WallClock } from "@kalends/core";
import { FEWEST_DAYS, findRhythms } from "./rhythm.ts";

/** An event that may be one time of a series. */
export interface Candidate {
  /** Its place in the source. */
  readonly index: number;
  /** Milliseconds since 1970, on the wall clock. */
  readonly start: number;
  /** Milliseconds. */
  readonly length: number;
  /** Stands for all that it is besides its time: equal ones are equal. */
  readonly content: number;
}

/** Events that are one series. */
export interface RhythmicSeries {
  /** RRULE, such as `FREQ=WEEKLY;UNTIL=20310701;BYDAY=TU`. */
  readonly rule: string;
  /** Original starts that the rule gives, although nothing takes place. */
  readonly except: readonly WallClock[];
  readonly firstStart: WallClock;
  /** Milliseconds: what most of them last. */
  readonly length: number;
  /** The place of the event that has what most of them have. */
  readonly model: number;
  /** Place in the source -> original start. */
  readonly members: ReadonlyMap<number, WallClock>;
}

const dayOf = ({ start }: Candidate): number => Math.floor(start / DAY);
const timeOf = ({ start }: Candidate): number => start - Math.floor(start / DAY) * DAY;

interface Found {
  readonly rule: string;
  readonly time: number;
  readonly byDay: Map<number, Candidate>;
  readonly except: Set<number>;
}

/**
 * The series among events that are alike: those of each time of the day whose days have a rhythm. One that takes place at another time on a
 * day that a single one of them lacks belongs to that. What belongs to none stays what it is. Source: rules/choices.md#import-series.
 */
export const findSeries = (candidates: readonly Candidate[]): readonly RhythmicSeries[] => {
  const ordered = [...candidates].sort((one, other) => one.start - other.start || one.index - other.index);
  const found = [...groupBy(ordered, timeOf)].flatMap(([time, all]) => rhythmsAt(time, all));
  const taken = new Set(found.flatMap(({ byDay }) => [...byDay.values()]));
  for (const candidate of ordered) {
    if (taken.has(candidate)) continue;
    const day = dayOf(candidate);
    const lacking = found.filter(({ except }) => except.has(day));
    const [series] = lacking;
    if (series === undefined || lacking.length > 1) continue;
    series.except.delete(day);
    series.byDay.set(day, candidate);
  }
  return found.map(toSeries);
};

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => number): ReadonlyMap<number, readonly T[]> => {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
};

const rhythmsAt = (time: number, all: readonly Candidate[]): readonly Found[] => {
  if (all.length < FEWEST_DAYS) return [];
  const byDay = new Map<number, Candidate>();
  // Of two at one time the first one.
  for (const candidate of all) if (!byDay.has(dayOf(candidate))) byDay.set(dayOf(candidate), candidate);
  return findRhythms([...byDay.keys()]).map(({ rule, days, except }) => {
    const own = new Set(days);
    return {
      rule,
      time,
      byDay: new Map([...byDay].filter(([day]) => own.has(day))),
      except: new Set(except),
    };
  });
};

const toSeries = ({ rule, time, byDay, except }: Found): RhythmicSeries => {
  const days = [...byDay.keys()].sort((one, other) => one - other);
  const members = days.flatMap((day) => byDay.get(day) ?? []);
  const content = mostFrequent(members.map((member) => member.content));
  const startOn = (day: number): WallClock => utcText(day * DAY + time);
  const until = startOn(days.at(-1) ?? 0)
    .slice(0, 10)
    .replaceAll("-", "");
  const [frequency, ...parts] = rule.split(";");
  return {
    rule: [frequency, `UNTIL=${until}`, ...parts].join(";"),
    except: [...except].sort((one, other) => one - other).map(startOn),
    firstStart: startOn(days[0] ?? 0),
    length: mostFrequent(members.map(({ length }) => length)),
    model: members.find((member) => member.content === content)?.index ?? 0,
    members: new Map(days.map((day) => [byDay.get(day)?.index ?? 0, startOn(day)])),
  };
};

/** Of several the one that comes first; 0 for none. */
const mostFrequent = (numbers: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best = numbers[0] ?? 0;
  for (const [number, count] of counts) if (count > (counts.get(best) ?? 0)) best = number;
  return best;
};
