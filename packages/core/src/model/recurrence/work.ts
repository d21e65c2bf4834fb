import { invalidParameter } from "../../errors.ts";

/**
 * Counts what a computation of starts takes, about a microsecond each; throws `rest_invalid_param` when it is too much. Answers whether
 * it is time to let others continue: then a computation gives `undefined` before it goes on.
 */
export type Work = (units: number) => boolean;

/** A value, or `undefined`: nothing yet, others may do something first. */
export type Step<T> = T | undefined;

/** A computation in steps that can pause between them; returns its value at the end. */
export type Computation<T> = Generator<undefined, T>;

/** Most work for a set when somebody sends it, and later, when the horizon has moved on. */
export const SENT_WORK = 300_000;
const MAX_WORK = 1_000_000;

/** Work between two steps. */
export const STEP_WORK = 250;

/** Counted and not timed, so that the same set is refused everywhere. */
export const createWork = (maximum: number = MAX_WORK): Work => {
  let spent = 0;
  let step = STEP_WORK;
  return (units) => {
    spent += units;
    if (spent > maximum) throw invalidParameter("recurrence", { reason: "rule-too-costly" });
    if (spent < step) return false;
    step = spent + STEP_WORK;
    return true;
  };
};

/** Counts much work at once, in as many steps as it is. */
export function* spend(work: Work, units: number): Generator<undefined, void> {
  for (let left = units; left > 0; left -= STEP_WORK) if (work(Math.min(left, STEP_WORK))) yield undefined;
}

/** The values of a sequence that is computed in steps, all at once. */
export function* valuesOf<T>(steps: Iterable<Step<T>>): Generator<T> {
  for (const step of steps) if (step !== undefined) yield step;
}

/** The next value; `undefined`: there is none. */
export function* nextOf<T>(steps: Iterator<Step<T>>): Computation<T | undefined> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return undefined;
    if (value !== undefined) return value;
    yield undefined;
  }
}

/** All values. */
export function* allOf<T>(steps: Iterable<Step<T>>): Computation<readonly T[]> {
  const all: T[] = [];
  for (const step of steps) {
    if (step === undefined) yield undefined;
    else all.push(step);
  }
  return all;
}

/** Computes all at once. */
export const computeNow = <T>(computation: Computation<T>): T => {
  for (;;) {
    const { done, value } = computation.next();
    if (done) return value;
  }
};
