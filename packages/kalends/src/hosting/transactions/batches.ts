import { invalidParameter, type PluginRoute } from "@kalends/core";
import { type Ask, type Batches, createInProcessFetch, type InProcessOptions } from "@kalends/http";
import type { Cradle } from "../../cradle.ts";
import { boundOccurrences, IN_ONE_BATCH } from "./bounded-occurrences.ts";
import { createRunBound } from "./run-transaction.ts";

/** Keys of all writes are those of the batch, whose answer has no files in it. */
const OPTIONS: InProcessOptions = {
  keyed: new Set(["POST", "PUT", "PATCH", "DELETE"]),
  refusesFiles: true,
};

const refuse = (): never => {
  throw invalidParameter("path", { reason: "not-atomic" });
};

/** A route of a plugin, which reads and writes apart from the transaction. */
const refusing = (route: PluginRoute): PluginRoute => ({ ...route, permits: () => true, run: refuse });

/** How the requests of a batch are done: by the endpoints that answer single ones. */
export const createBatches = (cradle: Cradle): Batches => {
  const { operations, postStatuses, logger, settings, pluginRoutes, extraMembers, listFormats } = cradle;
  const { eventFormats, impureReads, readChanges, texts, once, idempotency } = cradle;
  const common = {
    postStatuses,
    logger,
    settings,
    extraMembers,
    listFormats,
    eventFormats,
    impureReads,
    texts,
  };
  const runBound = createRunBound(cradle, (unit) => boundOccurrences(unit, IN_ONE_BATCH));
  let ask: Ask | undefined;
  return {
    oneByOne(work) {
      ask ??= createInProcessFetch({ ...common, operations, pluginRoutes, readChanges, once }, OPTIONS);
      const asked = ask;
      return idempotency.apart(() => work(asked));
    },
    atomically: (work, toKept) =>
      runBound(async (bound) => {
        const routes = pluginRoutes.map(refusing);
        const inside = createInProcessFetch(
          {
            ...common,
            operations: bound.operations,
            pluginRoutes: routes,
            readChanges: readChanges && refuse,
          },
          OPTIONS,
        );
        const result = await work(inside);
        await idempotency.keepWithin(toKept(result), bound.repositories);
        return result;
      }),
  };
};
