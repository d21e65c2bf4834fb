import { invalidParameter } from "../../errors.ts";

/**
 * Counter for the work of computing starts, in work units. One unit takes about a microsecond.
 * Throws `rest_invalid_param` if the maximum of `createWork` is exceeded. Returns true if other requests
 * should run now; the computation then yields `undefined` before it continues.
 */
export type Work = (units: number) => boolean;

/**
 * Value that a computation yields. `undefined` is no value: it means that the computation can pause here and
 * let other requests run.
 */
export type Step<T> = T | undefined;

/** Computation as a generator that can be paused between steps. Its return value is the result. */
export type Computation<T> = Generator<undefined, T>;

/**
 * Maximum work units for one recurrence: `SENT_WORK` when a client sends it, and the higher `MAX_WORK` later,
 * when the horizon has moved.
 */
export const SENT_WORK = 300_000;
const MAX_WORK = 1_000_000;

/** Number of work units between two pauses of a computation. */
export const STEP_WORK = 250;

/**
 * Creates a counter for work. Work is counted instead of timed, so that fast and slow servers refuse the same
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

/** Counts a large number of work units in portions of `STEP_WORK`, and pauses between the portions. */
export function* spend(work: Work, units: number): Generator<undefined, void> {
  for (let left = units; left > 0; left -= STEP_WORK) if (work(Math.min(left, STEP_WORK))) yield undefined;
}

/** Yields only the values of a computation and ignores its pauses. */
export function* valuesOf<T>(steps: Iterable<Step<T>>): Generator<T> {
  for (const step of steps) if (step !== undefined) yield step;
}

/**
 * Returns the next value of a computation, or `undefined` after the last value. Yields `undefined` whenever
 * the computation pauses.
 */
export function* nextOf<T>(steps: Iterator<Step<T>>): Computation<T | undefined> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return undefined;
    if (value !== undefined) return value;
    yield undefined;
  }
}

/** Returns all values of a computation as a list. Yields `undefined` whenever the computation pauses. */
export function* allOf<T>(steps: Iterable<Step<T>>): Computation<readonly T[]> {
  const all: T[] = [];
  for (const step of steps) {
    if (step === undefined) yield undefined;
    else all.push(step);
  }
  return all;
}

/** Runs a computation to its end without pauses and returns its result. */
export const computeNow = <T>(computation: Computation<T>): T => {
  for (;;) {
    const { done, value } = computation.next();
    if (done) return value;
  }
};
