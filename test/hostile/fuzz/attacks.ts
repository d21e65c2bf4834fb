import { type HostileValue, VALUES } from "./hostile-parts.ts";
import type { FuzzedOperation, FuzzedParameter } from "./operations.ts";
import type { Picking } from "./picking.ts";

/** One of the combinations that are tried. */
export interface Attack {
  readonly operation: FuzzedOperation;
  readonly parameter: FuzzedParameter;
  readonly value: HostileValue;
}

export interface Attacks {
  /** So many there are. */
  readonly total: number;
  next(): Attack;
}

/** What has no parameters is tried, too. */
const NONE: readonly FuzzedParameter[] = [{ name: "x", place: "query", accepted: [] }];

/** Steps of a prime come to all of them before they come to one again. */
const STEP = 1_000_003;

/** Every operation x parameter x value, each once, from where the seed says on. */
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
