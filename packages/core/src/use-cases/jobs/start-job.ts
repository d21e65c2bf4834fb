import { CalendarError } from "../../errors.ts";
import type { JsonObject } from "../../model/json.ts";
import { touchTurn } from "../../plugins/collections.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Actor, CAPABILITIES } from "../../rights/actor.ts";
import { type JobItem, type StoredJob, toStarter } from "./job.ts";
import { JOBS, type JobStore, jobsIn } from "./job-documents.ts";

/** Job to start. */
export interface NewJob {
  readonly kind: string;
  readonly input: JsonObject;
  /** Things to do, in this order: at most 500,000 of at most 120 characters each as JSON text. */
  readonly items: readonly JobItem[];
}

/**
 * Stores a job, which runs soon after, and returns it. Throws `rest_forbidden` for actors without a user id.
 * Throws `rest_too_many_requests` if 20 jobs wait, or 5 of this user, and `rest_too_many_records` if it has
 * too many items. Do not call it inside a transaction.
 * Source: rules/jobs.md#job, rules/jobs.md#job-limits.
 */
export type StartJob = (actor: Actor, job: NewJob) => Promise<StoredJob>;

interface StartJobDeps {
  readonly store: JobStore;
  readonly clock: Clock;
  /** Returns random letters and digits. */
  readonly newToken: () => string;
  /** Called after a job was stored. */
  readonly onStart: () => void;
}

/** Maximum numbers of waiting jobs in a calendar and of one user, so that one user cannot use all places. */
const [MAX_WAITING, MAX_WAITING_OF_USER] = [20, 5];
/** Maximum number of items of a job. */
const MAX_ITEMS = 500_000;
/** Seconds after which a client may try to start a job again. */
const RETRY_AFTER = 30;

export const createStartJob =
  ({ store, clock, newToken, onStart }: StartJobDeps): StartJob =>
  async (actor, { kind, input, items }) => {
    const starter = toStarter(actor, CAPABILITIES);
    if (starter === undefined) throw new CalendarError("rest_forbidden");
    if (items.length > MAX_ITEMS) throw new CalendarError("rest_too_many_records", { maximum: MAX_ITEMS });
    const created = clock.now();
    const job: StoredJob = {
      ...{ id: newToken() + newToken(), kind, user: starter.id, starter, state: "waiting", input },
      ...{ total: items.length, done: 0, created, open: created, attempts: 0 },
    };
    await store.transaction(async ({ documents }) => {
      await touchTurn(documents, JOBS);
      const jobs = jobsIn(documents);
      const waiting = await jobs.waiting();
      const own = waiting.filter(({ user }) => user === starter.id);
      if (waiting.length >= MAX_WAITING || own.length >= MAX_WAITING_OF_USER)
        throw new CalendarError("rest_too_many_requests", { retryAfter: RETRY_AFTER });
      await jobs.saveItems(job.id, items);
      await jobs.save(job);
    });
    onStart();
    return job;
  };
