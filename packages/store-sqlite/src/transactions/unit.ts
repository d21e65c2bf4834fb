import type { DeferredWrites } from "./deferred-writes.ts";

/** What a unit of work is done with. */
export interface UnitContext {
  readonly deferred: DeferredWrites;
  /** Whether each write has a savepoint, so that it can be undone by itself. */
  readonly isCareful: boolean;
  /** Half a write is done: the unit is undone, whatever becomes of it. */
  spoil(): void;
  /** Whether what is written still belongs to the unit. */
  isOpen(): boolean;
  /** Notes an id that was handed out, so that it is not handed out again even when the unit fails. */
  handedOut(sequence: string, id: number): void;
}

/** A unit of work that waits for its outcome. */
export interface Unit {
  work(context: UnitContext): unknown;
  /** Shares its transaction with no other one. */
  readonly isAlone: boolean;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The last id that was handed out, by sequence. */
export type HandedOut = Iterable<readonly [sequence: string, id: number]>;

export type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** A unit that has run in the open transaction. */
export interface Run {
  readonly unit: Unit;
  readonly ended: Promise<Outcome>;
  /** None: it took too long, and was undone. */
  readonly outcome: Outcome | undefined;
  readonly isSpoilt: boolean;
  readonly handedOut: HandedOut;
}

/** Whether what it wrote may be committed. */
export const isDone = ({ outcome, isSpoilt }: Run): boolean =>
  outcome !== undefined && "value" in outcome && !isSpoilt;

export const outcomeOf = async (work: () => unknown): Promise<Outcome> => {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
};
