import type { DeferredWrites } from "./deferred-writes.ts";

/** Context in which a unit of work runs. */
export interface UnitContext {
  readonly deferred: DeferredWrites;
  /** True if each write of the unit has a savepoint, so that it can be undone separately. */
  readonly hasSavepoints: boolean;
  /** Marks the unit as incomplete, so that it is undone in any case. */
  invalidate(): void;
  /** True while writes still belong to the unit. */
  isOpen(): boolean;
  /** Records an assigned id, so that it is not assigned again even if the unit fails. */
  handedOut(sequence: string, id: number): void;
}

/** Unit of work in the queue. Its promise is resolved or rejected after the commit. */
export interface Unit {
  work(context: UnitContext): unknown;
  /** True if the unit must have a transaction of its own. */
  readonly isExclusive: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Last assigned id of each sequence. */
export type HandedOut = Iterable<readonly [sequence: string, id: number]>;

export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Result of a unit that has run in the open transaction. */
export interface Run {
  readonly unit: Unit;
  readonly ended: Promise<Outcome>;
  /** Outcome of the unit. Undefined if the unit took too long and was undone. */
  readonly outcome: Outcome | undefined;
  readonly isInvalid: boolean;
  readonly handedOut: HandedOut;
}

/** True if the writes of the unit may be committed. */
export const isDone = ({ outcome, isInvalid }: Run): boolean =>
  outcome !== undefined && "value" in outcome && !isInvalid;

export const outcomeOf = async (work: () => unknown): Promise<Outcome> => {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
};
