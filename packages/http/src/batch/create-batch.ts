import type { Route } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { createBatchRoute } from "./batch-route.ts";
import type { Batches } from "./batches.ts";
import { createRefuse, type RefusalDeps } from "./refusals.ts";

export interface BatchDeps extends RefusalDeps {
  readonly batches: Batches;
  readonly settings: HttpSettings;
}

/** Creates the route of batches. */
export const createBatch = ({ batches, logger, settings, texts }: BatchDeps): Route =>
  createBatchRoute({ batches, settings, refusal: createRefuse({ logger, settings, texts }, "/batch") });
