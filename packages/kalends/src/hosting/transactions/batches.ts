import { type Batches, type CreateFetch, createInProcessFetch, type InProcessOptions } from "@kalends/http";
import type { Cradle } from "../../cradle.ts";
import { BATCH_BOUNDS, boundOccurrences } from "./bounded-occurrences.ts";
import { createRunBound } from "./run-transaction.ts";

/**
 * Options for the single requests inside a batch. One `Idempotency-Key` applies to the batch and all its
 * writes. Responses with files are refused, because the response of a batch cannot contain files.
 */
const OPTIONS: InProcessOptions = {
  keyed: new Set(["POST", "PUT", "PATCH", "DELETE"]),
  refusesFiles: true,
};

/** Creates the functions that run the requests of a batch with the endpoints for single requests. */
export const createBatches = (cradle: Cradle): Batches => {
  const { postStatuses, logger, settings, texts, once, idempotency } = cradle;
  const runBound = createRunBound(cradle, { limited: (unit) => boundOccurrences(unit, BATCH_BOUNDS) });
  let made: { readonly single: CreateFetch; readonly inside: CreateFetch } | undefined;
  /**
   * Returns the functions that send the requests of a batch. They are created with the first batch, because
   * the interface itself includes the route for batches.
   */
  const asks = (): NonNullable<typeof made> => {
    const common = { interface: cradle.interface, postStatuses, logger, settings, texts };
    made ??= {
      single: createInProcessFetch({ ...common, once }, OPTIONS),
      // Requests inside a batch have no key of their own; the batch has one.
      inside: createInProcessFetch({ ...common, once: undefined }, OPTIONS),
    };
    return made;
  };
  return {
    oneByOne: (work) => idempotency.outsideRequest(() => work(asks().single)),
    atomically: (work, toKept) =>
      runBound(async ({ operations, repositories }) => {
        const result = await work((caller) => asks().inside({ ...caller, bound: operations }));
        await idempotency.storeWithin(toKept(result), repositories);
        return result;
      }),
  };
};
