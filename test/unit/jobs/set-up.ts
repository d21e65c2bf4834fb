import { randomUUID } from "node:crypto";
import { type Actor, CalendarError } from "@kalends/core";
import {
  createRunJobs,
  createStartJob,
  itemByItem,
  type JobKind,
  type JobStarter,
  jobsIn,
  type NewJob,
  type Operations,
  type RunJobs,
  type RunJobsDeps,
  type StartJob,
  type StoredJob,
} from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { createRunLeased, type Timers } from "kalends/internals";
import { SILENT } from "../kalends/silent-logger.ts";

/** Actor with the rights to edit. */
export const STARTER: Actor = { id: 7, capabilities: new Set(["edit", "publish"]) };

/**
 * Kind of job that counts in a document how often each item was done. Items can have the names of errors:
 * `refused` is a result of its own, `broken` ends the job, and `later` is temporary.
 */
export const COUNTING: JobKind = {
  name: "count",
  portion: itemByItem({
    async perform(item, { repositories: { documents } }) {
      const key = String(item);
      const { times = 0 } = (await documents.find("test/counts", key)) ?? {};
      await documents.save({ collection: "test/counts", key, value: { times: Number(times) + 1 } });
      if (item === "refused") throw new CalendarError("rest-event-not-found");
      if (item === "broken") throw new TypeError("This is a mistake.");
      if (item === "later") throw new CalendarError("rest_storage_unavailable");
      return { item, status: 200 };
    },
    refused: (item, { code }) => ({ item, status: 404, code }),
  }),
};

export interface JobProcess {
  readonly start: StartJob;
  readonly run: RunJobs;
}

/** Returns the functions of one process that starts and runs jobs in this store. */
export const createJobProcess = (
  store: Store,
  {
    kinds = [COUNTING],
    now = () => 1_900_000_000_000,
    actorOf = async ({ id }: JobStarter) => ({ ...STARTER, id }),
  }: {
    readonly kinds?: readonly JobKind[];
    readonly now?: () => number;
    readonly actorOf?: RunJobsDeps["actorOf"];
  } = {},
): JobProcess & { readonly starts: () => number } => {
  let starts = 0;
  const clock = { now };
  const newToken = (): string => randomUUID().replaceAll("-", "");
  return {
    starts: () => starts,
    start: createStartJob({
      ...{ store, clock, newToken },
      onStart: () => {
        starts += 1;
      },
    }),
    run: createRunJobs({
      ...{ store, kinds, clock, newToken, actorOf, logger: SILENT },
      runLeased: createRunLeased({
        ...{ store, clock: { now: () => Date.now() }, timers: TIMERS, logger: SILENT },
      }),
      // The kinds of these tests use only the repositories.
      runUnit: (work) =>
        store.transaction((repositories) => work({ repositories, operations: NO_OPERATIONS })),
    }),
  };
};

/** Timers that do not keep the process alive. */
const TIMERS: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

const NO_OPERATIONS = {} as Operations;

/** Returns a job as it is stored now, with all its results. */
export const readJob = async (
  { documents }: Pick<Store, "documents">,
  id: string,
): Promise<{ readonly job: StoredJob | undefined; readonly results: readonly unknown[] }> => ({
  job: await jobsIn(documents).find(id),
  results: await jobsIn(documents).resultsFrom(id, 0, 100_000),
});

export const aJob = (items: NewJob["items"]): NewJob => ({ kind: "count", input: { word: "x" }, items });

export const never = (): boolean => false;
