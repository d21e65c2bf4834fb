import { invalidParameter } from "../../errors.ts";

/** Counts what a computation of starts takes, about a microsecond each; throws `rest_invalid_param` when it is too much. */
export type Work = (units: number) => void;

/** What a set may take when somebody sends it: what it takes later, when the horizon has moved on, is more. */
export const SENT_WORK = 200_000;
const MAX_WORK = 1_000_000;

/** Counted and not timed, so that the same set is refused everywhere. */
export const createWork = (maximum: number = MAX_WORK): Work => {
  let spent = 0;
  return (units) => {
    spent += units;
    if (spent > maximum) throw invalidParameter("recurrence", { reason: "rule-too-costly" });
  };
};
