import type { Schedule } from "../time/schedule.ts";
import { millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";
import { startsOfRule } from "./expansion/rule-starts.ts";
import { rulesOf } from "./instances.ts";
import { parseSteps } from "./parse-recurrence.ts";
import { createWork, SENT_WORK, type Step } from "./work.ts";

/**
 * Yields the starts of rules up to and including `until`, on the wall clock of the event. All starts of one
 * rule come before those of the next rule.
 * The first start is included only if a rule produces it. The generator can be paused between steps.
 * Throws `rest_invalid_param` for rules that are invalid or need more than `SENT_WORK`.
 */
export function* startsOfRules(
  texts: readonly string[],
  first: Schedule,
  until: WallClock,
): Generator<Step<WallClock>> {
  const recurrence = yield* parseSteps({ rules: texts }, first);
  const work = createWork(SENT_WORK);
  for (const rule of rulesOf(recurrence, first))
    for (const at of startsOfRule(rule, millisecondsOf(first.start), { until: millisecondsOf(until), work }))
      yield at === undefined ? undefined : utcText(at);
}
