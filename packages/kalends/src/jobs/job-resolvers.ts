import type { Resolver } from "awilix/browser";
import type { Cradle } from "../cradle.ts";
import { single } from "../resolvers.ts";
import { createBackgroundJobs } from "./background/background-jobs.ts";
import { createBulkKind } from "./bulk-kind.ts";

/** Connects the parts of the calendar that run jobs of users. */
export const jobResolvers = (): {
  readonly [Name in "jobKinds" | "backgroundJobs" | "startJob"]: Resolver<Cradle[Name]>;
} => ({
  jobKinds: single((cradle) => [
    createBulkKind({
      operations: () => cradle.operations,
      hasChecks: cradle.writeHooks?.hasChecks === true,
      logger: cradle.logger,
    }),
  ]),
  backgroundJobs: single(createBackgroundJobs),
  startJob: single(({ backgroundJobs }) => backgroundJobs.start),
});
