import { invalidParameter } from "../../errors.ts";

/**
 * Counts the work of a computation of starts; a unit is about a microsecond. Throws `rest_invalid_param` if
 * the maximum is exceeded. Returns true if other requests should run now: the computation then yields
 * `undefined` before it continues.
 */
export type Work = (units: number) => boolean;

/** Value of a computation in steps. `undefined`: no value yet, and other requests may run first. */
export type Step<T> = T | undefined;

/** Computation in steps that can pause between them; returns its value at the end. */
export type Computation<T> = Generator<undefined, T>;

/**
 * Maximum work for a recurrence when a client sends it (`SENT_WORK`), and later, when the horizon has moved
 * on (`MAX_WORK`).
 */
export const SENT_WORK = 300_000;
const MAX_WORK = 1_000_000;

/** Work between two steps. */
export const STEP_WORK = 250;

/**
 * Returns a counter of work. Work is counted and not timed, so that every server refuses the same
 * recurrences.
 */
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

/** Counts a large amount of work in several steps. */
export function* spend(work: Work, units: number): Generator<undefined, void> {
  for (let left = units; left > 0; left -= STEP_WORK) if (work(Math.min(left, STEP_WORK))) yield undefined;
}

/** Yields the values of a sequence in steps, without pausing. */
export function* valuesOf<T>(steps: Iterable<Step<T>>): Generator<T> {
  for (const step of steps) if (step !== undefined) yield step;
}

/** Returns the next value, or `undefined` after the last one. */
export function* nextOf<T>(steps: Iterator<Step<T>>): Computation<T | undefined> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return undefined;
    if (value !== undefined) return value;
    yield undefined;
  }
}

/** Returns all values. */
export function* allOf<T>(steps: Iterable<Step<T>>): Computation<readonly T[]> {
  const all: T[] = [];
  for (const step of steps) {
    if (step === undefined) yield undefined;
    else all.push(step);
  }
  return all;
}

/** Runs a computation to its end without pausing. */
export const computeNow = <T>(computation: Computation<T>): T => {
  for (;;) {
    const { done, value } = computation.next();
    if (done) return value;
  }
};
