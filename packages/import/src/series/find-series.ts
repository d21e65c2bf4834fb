import { DAY, utcText, type WallClock } from "@kalends/core";
import { findDayRules, MIN_DAYS } from "./day-rules.ts";

/** An event that may be an occurrence of a series. */
export interface Candidate {
  /** Position of the event in the source. */
  readonly index: number;
  /** Local start, in milliseconds since 1970. */
  readonly start: number;
  /** Duration in milliseconds. */
  readonly length: number;
  /** Digest of the event without its times. Events with equal digests have equal content. */
  readonly content: number;
}

/** A series that was recognized from single events. */
export interface RecognizedSeries {
  /** Recurrence rule (RRULE), such as `FREQ=WEEKLY;UNTIL=20310701;BYDAY=TU`. */
  readonly rule: string;
  /** Starts that the rule produces but for which no event exists. */
  readonly except: readonly WallClock[];
  readonly firstStart: WallClock;
  /** Duration in milliseconds that most occurrences have. */
  readonly length: number;
  /** Position in the source of an event with the most frequent content. */
  readonly model: number;
  /**
   * Start that the rule gives each occurrence, by the position of its event in the source. The actual start
   * may differ.
   */
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
 * Finds series among similar events. Events at the same time of day form a series if their days follow a
 * rule. An event at another time fills a gap in a series if exactly one series has a gap on its day. All
 * other events stay single.
 * Source: rules/choices.md#import-series.
 */
export const findSeries = (candidates: readonly Candidate[]): readonly RecognizedSeries[] => {
  const ordered = [...candidates].sort((one, other) => one.start - other.start || one.index - other.index);
  const found = [...groupBy(ordered, timeOf)].flatMap(([time, all]) => dayRulesAt(time, all));
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

const dayRulesAt = (time: number, all: readonly Candidate[]): readonly Found[] => {
  if (all.length < MIN_DAYS) return [];
  const byDay = new Map<number, Candidate>();
  // If two events start at the same time, only the first can join the series.
  for (const candidate of all) if (!byDay.has(dayOf(candidate))) byDay.set(dayOf(candidate), candidate);
  return findDayRules([...byDay.keys()]).map(({ rule, days, except }) => {
    const own = new Set(days);
    return {
      rule,
      time,
      byDay: new Map([...byDay].filter(([day]) => own.has(day))),
      except: new Set(except),
    };
  });
};

const toSeries = ({ rule, time, byDay, except }: Found): RecognizedSeries => {
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

/**
 * Returns the most frequent number. If several are equally frequent, returns the one that occurs first.
 * Returns 0 for an empty list.
 */
const mostFrequent = (numbers: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best = numbers[0] ?? 0;
  for (const [number, count] of counts) if (count > (counts.get(best) ?? 0)) best = number;
  return best;
};
