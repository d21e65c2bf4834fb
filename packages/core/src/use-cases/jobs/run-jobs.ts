import { type CalendarError, isCalendarError, isStorageFailure } from "../../errors.ts";
import { without } from "../../model/members.ts";
import type { Operations } from "../../operations.ts";
import type { RunLeased } from "../../plugins/run-leased.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { JobFailure, JobItem, JobResult, JobStarter, StoredJob } from "./job.ts";
import { type JobStore, jobsIn } from "./job-documents.ts";

/**
 * Operations and repositories inside one unit of work of a job. Its writes do not run the `check` of hooks: a
 * kind that writes records makes a dry run of each write before the unit.
 */
export interface JobUnit {
  readonly operations: Operations;
  readonly repositories: Repositories;
}

/**
 * Portion of a job: some of its items. The current rights of the starter are read once, before the portion
 * begins.
 */
export interface JobPortion {
  readonly job: StoredJob;
  /** Starter of the job, with at most the rights that they had when they started it. */
  readonly actor: Actor;
  /** Next items of the job: at least one. */
  readonly items: readonly JobItem[];
  /** Returns true if the portion should end after the current item. */
  isStopping(): boolean;
  /**
   * Runs work in a unit of work, which also stores the results of the work and the position after them: one
   * result for each item, in order. Either both are stored or nothing. The work may run again after a
   * conflict.
   */
  inUnit(work: (unit: JobUnit) => Promise<readonly JobResult[]>): Promise<void>;
}

/** Kind of job. */
export interface JobKind {
  readonly name: string;
  /**
   * Does some or all items of a portion, in one or more units of work. If it throws a temporary error
   * (`isTemporaryError`), the job continues later; any other error ends the job.
   */
  portion(portion: JobPortion): Promise<void>;
}

/**
 * Runs the waiting jobs of the calendar, one after the other, in only one process at a time. Returns when no
 * job is left, or soon after `isStopped` returns true. Rejects if the storage fails; call it again later.
 * Source: rules/jobs.md#job-lease.
 */
export type RunJobs = (isStopped: () => boolean) => Promise<void>;

export interface RunJobsDeps {
  readonly store: JobStore;
  readonly kinds: readonly JobKind[];
  readonly runLeased: RunLeased;
  /** Runs work in a transaction, with operations that are a part of it. */
  readonly runUnit: <T>(work: (unit: JobUnit) => Promise<T>) => Promise<T>;
  /**
   * Returns the starter as the caller of operations, with the rights that they have now and had at the start.
   * Returns `undefined` if they have lost a right that they had at the start.
   */
  readonly actorOf: (starter: JobStarter) => Promise<Actor | undefined>;
  readonly clock: Clock;
  readonly newToken: () => string;
  readonly logger: Pick<Logger, "error" | "info">;
}

/** Maximum number of items of a portion. */
const PORTION = 10;
/** Number of runs without progress after which a job fails. Source: rules/jobs.md#job-attempts. */
const MAX_ATTEMPTS = 10;

/** Error that ends a run, because another process runs the job now, or the job was removed. */
class JobTaken extends Error {
  constructor() {
    super("Another process has taken this job.");
    this.name = "JobTaken";
  }
}

/**
 * True for a failure of the storage, and if the starter has used up their work for a minute. The same work
 * may succeed later.
 */
export const isTemporaryError = (error: unknown): boolean =>
  isStorageFailure(error) || (isCalendarError(error) && error.code === "rest_too_many_requests");

/** Creates the function that runs jobs. */
export const createRunJobs = ({
  store,
  kinds,
  runLeased,
  runUnit,
  actorOf,
  clock,
  newToken,
  logger,
}: RunJobsDeps): RunJobs => {
  const ended = (job: StoredJob, failure?: JobFailure): StoredJob => ({
    ...without<Pick<StoredJob, "open" | "run">, StoredJob>(job, "open", "run"),
    ...{ ended: clock.now(), state: failure === undefined ? "done" : "failed" },
    ...(failure !== undefined && { failure }),
  });

  /** Changes a job in a transaction, unless it was removed or `change` returns `undefined`. */
  const change = (
    id: string,
    toChanged: (job: StoredJob) => StoredJob | undefined,
  ): Promise<StoredJob | undefined> =>
    store.transaction(async ({ documents }) => {
      const jobs = jobsIn(documents);
      const job = await jobs.find(id);
      const changed = job && toChanged(job);
      if (changed !== undefined) await jobs.save(changed);
      return changed;
    });

  /**
   * Begins a run of a job. Returns `undefined` if the job has ended or was removed. Also returns `undefined`
   * if the job had `MAX_ATTEMPTS` attempts; it then fails.
   */
  const take = async (id: string, run: string): Promise<StoredJob | undefined> => {
    const taken = await change(id, (job) => {
      if (job.open === undefined) return undefined;
      if (job.attempts >= MAX_ATTEMPTS) return ended(job, "attempts");
      const { done: doneBefore, attempts } = job;
      return { ...job, state: "running", run, began: clock.now(), doneBefore, attempts: attempts + 1 };
    });
    return taken?.run === run ? taken : undefined;
  };

  /** Ends a run and leaves the job to a later run, also in another process. */
  const release = (id: string, run: string): Promise<unknown> =>
    change(id, (job) =>
      job.run === run
        ? { ...without<Pick<StoredJob, "run">, StoredJob>(job, "run"), state: "waiting", attempts: 0 }
        : undefined,
    );

  const finish = async (id: string, run: string, failure?: JobFailure): Promise<void> => {
    const job = await change(id, (current) => (current.run === run ? ended(current, failure) : undefined));
    if (job !== undefined && failure !== undefined)
      logger.info("A job failed", { job: id, kind: job.kind, reason: failure });
  };

  /** Runs one portion. Returns the job with its new position. */
  const runPortion = async (
    kind: JobKind,
    begun: StoredJob,
    actor: Actor,
    isStopping: () => boolean,
  ): Promise<StoredJob> => {
    const { id, run } = begun;
    let job = begun;
    const inUnit: JobPortion["inUnit"] = async (work) => {
      job = await runUnit(async (unit) => {
        const jobs = jobsIn(unit.repositories.documents);
        const current = await jobs.find(id);
        // The position is compared too, so that no result is stored twice.
        if (current?.run !== run || current?.done !== job.done) throw new JobTaken();
        const results = await work(unit);
        await jobs.addResults(id, current.done, results);
        const done = current.done + results.length;
        const advanced = { ...current, done, progressed: clock.now(), attempts: 0 };
        const next = done < current.total ? advanced : ended(advanced);
        await jobs.save(next);
        return next;
      });
    };
    const items = await jobsIn(store.documents).itemsFrom(id, job.done, PORTION);
    await kind.portion({ job, actor, items, isStopping, inUnit });
    if (job.done === begun.done && !isStopping()) throw new Error(`A portion of the job ${id} did nothing.`);
    return job;
  };

  const runJob = async (id: string, isStopping: () => boolean): Promise<void> => {
    const run = newToken();
    let job = await take(id, run);
    while (job?.open !== undefined) {
      if (isStopping()) return void (await release(id, run));
      if (job.done >= job.total) return finish(id, run);
      const kind = kinds.find(({ name }) => name === job?.kind);
      if (kind === undefined) return finish(id, run, "unknown-kind");
      try {
        const actor = await actorOf(job.starter);
        if (actor === undefined) return await finish(id, run, "rights");
        job = await runPortion(kind, job, actor, isStopping);
      } catch (error) {
        if (error instanceof JobTaken) return;
        if (isTemporaryError(error)) throw error;
        logger.error("A job failed because of an unexpected error", { job: id, kind: kind.name, error });
        return finish(id, run, "internal");
      }
    }
  };

  return async (isStopped) => {
    const jobs = jobsIn(store.documents);
    if (isStopped() || (await jobs.oldestOpen()) === undefined) return;
    await runLeased(
      "calendar/jobs",
      async ({ isStopping }) => {
        while (!isStopping()) {
          const next = await jobs.oldestOpen();
          if (next === undefined) return;
          await runJob(next.id, isStopping);
        }
      },
      { isStopped },
    );
  };
};

/** Work on one item at a time. */
export interface ItemWork {
  /** Does one item inside a unit of work and returns its result. */
  perform(item: JobItem, unit: JobUnit, portion: Pick<JobPortion, "actor" | "job">): Promise<JobResult>;
  /** Returns the result of an item that was refused with this error. */
  refused(item: JobItem, error: CalendarError): JobResult;
}

/**
 * Returns a `JobKind.portion` that does each item in its own transaction. A `CalendarError` rolls the
 * transaction back, and the result of `refused` is stored instead. Temporary errors (`isTemporaryError`) are
 * thrown.
 */
export const itemByItem =
  ({ perform, refused }: ItemWork): JobKind["portion"] =>
  async ({ items, isStopping, inUnit, ...portion }) => {
    for (const item of items) {
      if (isStopping()) return;
      try {
        await inUnit(async (unit) => [await perform(item, unit, portion)]);
      } catch (error) {
        if (!isCalendarError(error) || isTemporaryError(error)) throw error;
        await inUnit(async () => [refused(item, error)]);
      }
    }
  };
