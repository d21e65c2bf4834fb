import { type Ask, type Batches, createInProcessFetch, type InProcessOptions } from "@kalends/http";
import type { Cradle } from "../../cradle.ts";
import { boundOccurrences, IN_ONE_BATCH } from "./bounded-occurrences.ts";
import { createRunBound } from "./run-transaction.ts";

/** Keys of all writes are those of the batch, whose answer has no files in it. */
const OPTIONS: InProcessOptions = {
  keyed: new Set(["POST", "PUT", "PATCH", "DELETE"]),
  refusesFiles: true,
};

/** How the requests of a batch are done: by the endpoints that answer single ones. */
export const createBatches = (cradle: Cradle): Batches => {
  const { postStatuses, logger, settings, texts, once, idempotency } = cradle;
  const runBound = createRunBound(cradle, (unit) => boundOccurrences(unit, IN_ONE_BATCH));
  let made: { readonly single: Ask; readonly inside: Ask } | undefined;
  /** With the first batch: the interface has the route of batches. */
  const asks = (): NonNullable<typeof made> => {
    const common = { interface: cradle.interface, postStatuses, logger, settings, texts };
    made ??= {
      single: createInProcessFetch({ ...common, once }, OPTIONS),
      // The key is that of the whole batch.
      inside: createInProcessFetch({ ...common, once: undefined }, OPTIONS),
    };
    return made;
  };
  return {
    oneByOne: (work) => idempotency.apart(() => work(asks().single)),
    atomically: (work, toKept) =>
      runBound(async ({ operations, repositories }) => {
        const result = await work((caller) => asks().inside({ ...caller, bound: operations }));
        await idempotency.keepWithin(toKept(result), repositories);
        return result;
      }),
  };
};
