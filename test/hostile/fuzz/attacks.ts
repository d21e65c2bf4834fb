import { type HostileValue, VALUES } from "./hostile-parts.ts";
import type { FuzzedOperation, FuzzedParameter } from "./operations.ts";
import type { Picking } from "./picking.ts";

/** Combination of operation, parameter and value. */
export interface Attack {
  readonly operation: FuzzedOperation;
  readonly parameter: FuzzedParameter;
  readonly value: HostileValue;
}

export interface Attacks {
  /** Total number of combinations. */
  readonly total: number;
  next(): Attack;
}

/** Used for operations without parameters, so that they are attacked too. */
const NONE: readonly FuzzedParameter[] = [{ name: "x", place: "query", accepted: [] }];

/**
 * Step between two combinations. It is a prime number, so that every combination occurs once before one
 * repeats.
 */
const STEP = 1_000_003;

/**
 * Creates an iterator over all combinations of operation, parameter and value. Each combination occurs once.
 * The seed determines the first combination.
 */
export const createAttacks = (
  operations: readonly FuzzedOperation[],
  { below }: Pick<Picking, "below">,
): Attacks => {
  const places = operations.flatMap((operation) =>
    (operation.parameters.length === 0 ? NONE : operation.parameters).map((parameter) => ({
      operation,
      parameter,
    })),
  );
  const total = places.length * VALUES.length;
  let at = below(total);
  return {
    total,
    next() {
      at = (at + STEP) % total;
      const place = places[at % places.length];
      const value = VALUES[Math.floor(at / places.length)];
      if (place === undefined || value === undefined) throw new Error("There is nothing to try");
      return { ...place, value };
    },
  };
};
