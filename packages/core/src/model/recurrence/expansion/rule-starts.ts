import { DAY, isRepresentable, millisecondsOf } from "../../time/wall-clock.ts";
import { isScaled, type Rule } from "../rule.ts";
import { readWallClock } from "../wall-clock-text.ts";
import { createWork, type Step, type Work } from "../work.ts";
import { startsInCalendar } from "./calendar-starts.ts";
import { startsByPeriod } from "./period-starts.ts";
import { PERIODS } from "./possible-days.ts";
import { startsBySkip } from "./skip-starts.ts";
import { startsByStep } from "./step-starts.ts";

/** Upper bound for the time between two wall clocks, in milliseconds: 10,000 years. */
const MAX_SPAN: number = 10_000 * 366 * DAY;

/**
 * Yields the starts of one rule, ascending, from `from` to `until`, both inclusive. `first` is the first
 * start of the recurrence, and the default of `from`. The rule need not produce it.
 * Starts are wall clocks in milliseconds, read as if they were UTC.
 */
export function* startsOfRule(
  rule: Rule,
  first: number,
  {
    from = first,
    until,
    work = createWork(),
  }: { readonly from?: number | undefined; readonly until: number; readonly work?: Work | undefined },
): Generator<Step<number>> {
  const { COUNT, UNTIL, INTERVAL = "1", RSCALE, SKIP, ...parts } = rule;
  const last = Math.min(until, UNTIL === undefined ? until : untilOf(UNTIL));
  const interval = Math.min(Number(INTERVAL), Math.ceil(MAX_SPAN / PERIODS[rule.FREQ]));
  let left = COUNT === undefined ? Infinity : Number(COUNT);
  // A rule with `COUNT` must visit all starts from the first one, to count them.
  const begin = COUNT === undefined ? Math.max(from, first) : first;
  const endless: Rule = {
    ...parts,
    ...(isScaled(rule) && { RSCALE, SKIP }),
    INTERVAL: String(interval),
  };
  for (const at of searchOf(rule)(endless, first, begin, last, work)) {
    if (work(START_COST) || at === undefined) yield undefined;
    if (at === undefined) continue;
    if (!isRepresentable(at)) return;
    if (at >= from) yield at;
    left -= 1;
    if (left === 0) return;
  }
}

/** Work units (see `Work`) for one start. */
const START_COST = 0.5;

type Search = (rule: Rule, first: number, begin: number, last: number, work: Work) => Iterable<Step<number>>;

const searchOf = (rule: Rule): Search => {
  if (isScaled(rule)) return rule.RSCALE === "GREGORIAN" ? startsBySkip : startsInCalendar;
  return PERIODS[rule.FREQ] < DAY ? startsByStep : startsByPeriod;
};

/** Converts `UNTIL` of a stored rule to milliseconds: a wall clock, read as if it were UTC. */
export const untilOf = (text: string): number => {
  const read = readWallClock(text);
  if (read?.time === undefined) throw new Error(`Invalid stored UNTIL: ${text}`);
  return millisecondsOf(`${read.date} ${read.time}`);
};
