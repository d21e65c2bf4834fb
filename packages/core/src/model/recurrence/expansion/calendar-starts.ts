// This library is used only for non-Gregorian calendars (RFC 7529). It counts their months with `Temporal`.
import { RRuleTemporal } from "rrule-temporal";
import { DAY, SECOND } from "../../time/wall-clock.ts";
import { type Rule, ruleText } from "../rule.ts";
import { basicText } from "../wall-clock-text.ts";
import { type Step, spend, type Work } from "../work.ts";
import { PERIODS } from "./possible-days.ts";

/**
 * Work units (see `Work`) for one call of `rrule-temporal`, in addition to the work for its periods
 * (`costOf`).
 */
const CALL_COST = 200;
/**
 * Work units that one call of `rrule-temporal` should need at most. After each call, the computation pauses
 * for other requests.
 */
const CALL_WORK = 6000;
/** Maximum work units of a single call of `rrule-temporal`. The process does nothing else during the call. */
const MAX_CALL_WORK = 30_000;

/**
 * Yields the starts of a rule in a non-Gregorian calendar.
 * `rrule-temporal` visits all periods from a given start. To keep each call short, it gets a later start each
 * time, where this does not change the result. Throws `rest_invalid_param` if a single call would exceed
 * `MAX_CALL_WORK`.
 */
export function* startsInCalendar(
  rule: Rule,
  first: number,
  from: number,
  last: number,
  work: Work,
): Generator<Step<number>> {
  const costOfPeriod = costOf(rule);
  const span = PERIODS[rule.FREQ] * Number(rule.INTERVAL ?? 1);
  const perCall = Math.max(1, Math.floor(CALL_WORK / costOfPeriod));
  const isDivided = canDivide(rule);
  const isAnchored = canAnchor(rule);
  let anchor = first;
  let begin = first;
  let periods = perCall;
  while (begin <= last) {
    const end = isDivided ? Math.min(anchor + periods * span, last) : last;
    const cost = CALL_COST + (1 + Math.ceil((end - anchor) / span)) * costOfPeriod;
    if (cost > MAX_CALL_WORK) work(Infinity);
    yield* spend(work, cost);
    const starts = libraryRule({ ...rule, UNTIL: `${basicText(end)}Z` }, anchor).all();
    let found: number | undefined;
    for (const { epochMilliseconds: at } of starts) {
      if (at < begin || at > end) continue;
      found = at;
      if (at >= from) yield at;
    }
    begin = end + SECOND;
    // The new start is at least one day before `begin`, with the time of day of the first start.
    const free = isAnchored ? anchor + Math.floor((begin - anchor) / DAY - 1) * DAY : undefined;
    periods = (found ?? free) === undefined ? periods * 2 : perCall;
    anchor = found ?? free ?? anchor;
  }
}

const size = (list: string | undefined): number => list?.split(",").length ?? 1;

/** Estimates the work units (see `Work`) that `rrule-temporal` needs for one period of the rule. */
const costOf = ({ RSCALE, FREQ, INTERVAL = "1", BYMONTH, BYMONTHDAY }: Rule): number => {
  const ofYear = RSCALE === "CHINESE" ? 1500 : 800;
  const [months, step] = FREQ === "YEARLY" ? [size(BYMONTH), ofYear] : [1, 400 + 4 * Number(INTERVAL)];
  return step + 250 * months * size(BYMONTHDAY);
};

/**
 * True if the computation can begin at a later start of the rule instead of the first one.
 * The later start must be in a period that `INTERVAL` counts, and on the day that the rule derives from its
 * first start. `SKIP` can move a start out of both.
 */
const canDivide = ({ FREQ, SKIP = "OMIT", INTERVAL = "1", BYMONTH, BYMONTHDAY }: Rule): boolean =>
  SKIP === "OMIT" ||
  (INTERVAL === "1" && BYMONTHDAY !== undefined && (FREQ === "MONTHLY" || BYMONTH !== undefined));

/**
 * True if the computation can begin on any day, not only at a start of the rule. The rule then names its days
 * itself, has the `INTERVAL` 1 and does not move days (`SKIP`).
 */
const canAnchor = ({ FREQ, SKIP = "OMIT", INTERVAL = "1", BYMONTH, BYMONTHDAY }: Rule): boolean =>
  SKIP === "OMIT" &&
  INTERVAL === "1" &&
  BYMONTHDAY !== undefined &&
  (FREQ === "MONTHLY" || BYMONTH !== undefined);

const libraryRule = (rule: Rule, first: number): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: `DTSTART:${basicText(first)}Z\nRRULE:${ruleText(rule)}`,
    cache: false,
  });
