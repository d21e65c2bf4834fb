import { isObject } from "../../model/json.ts";
import { DAY } from "../../model/time/wall-clock.ts";
import type { Finding } from "../../ports/inspection.ts";
import type { Store } from "../../ports/store.ts";
import { JOB_STATES, type StoredJob } from "../jobs/job.ts";
import { JOB_ITEMS, JOB_RESULTS, JOBS, jobsIn, removeJob } from "../jobs/job-documents.ts";

/** Number of documents that are read at once. */
const BATCH = 100;

type Checked = Pick<Store, "documents">;

/**
 * Checks that each job can be read, that its items are stored, that items and results belong to a job, and
 * that the oldest open job made progress within a day. Repairs remove jobs that cannot be run, and items and
 * results without a job.
 * Source: rules/jobs.md#job-check.
 */
export async function* checkJobs(store: Checked, now: number): AsyncGenerator<Finding> {
  const jobs = jobsIn(store.documents);
  for await (const { key, value } of all(store, JOBS)) {
    const problem = isStoredJob(value, key) ? await problemOf(store, value) : "It cannot be read.";
    if (problem !== undefined)
      yield { kind: "job", detail: `Job ${key}: ${problem}`, repair: () => removeJob(store, key) };
  }
  for (const collection of [JOB_ITEMS, JOB_RESULTS]) {
    let last: string | undefined;
    for await (const { key } of all(store, collection)) {
      const [id = ""] = key.split("/");
      if (id === last) continue;
      last = id;
      if ((await jobs.find(id)) !== undefined) continue;
      // The job may have been removed since the document was read.
      if ((await store.documents.find(collection, key)) === undefined) continue;
      yield {
        kind: "job",
        detail: `Job ${id} does not exist, but items or results of it do.`,
        repair: () => removeParts(store, collection, id),
      };
    }
  }
  const oldest = await jobs.oldestOpen();
  if (oldest === undefined || !isStoredJob(oldest, oldest.id)) return;
  const latest = Math.max(oldest.created, oldest.began ?? 0, oldest.progressed ?? 0);
  if (now - latest > DAY)
    yield {
      kind: "job",
      detail: `Job ${oldest.id} has made no progress since ${new Date(latest).toISOString()}. Start a calendar with this storage, and read its log.`,
    };
}

async function* all(
  { documents }: Checked,
  collection: string,
): AsyncGenerator<{ readonly key: string; readonly value: unknown }> {
  for (let key: string | undefined; ; ) {
    const beyond = key === undefined ? {} : { beyond: { key } };
    const found = await documents.list({ collection, limit: BATCH, ...beyond });
    yield* found;
    key = found.at(-1)?.key;
    if (key === undefined || found.length < BATCH) return;
  }
}

const removeParts = async (store: Checked, collection: string, id: string): Promise<void> => {
  for await (const { key } of all(store, collection))
    if (key.startsWith(`${id}/`)) await store.documents.remove(collection, key);
};

const problemOf = async (
  { documents }: Checked,
  { id, open, done, total }: StoredJob,
): Promise<string | undefined> => {
  const jobs = jobsIn(documents);
  const isMissing = open !== undefined && done < total && (await jobs.itemsFrom(id, done, 1)).length === 0;
  // The job may have advanced since it was read.
  return isMissing && (await jobs.find(id))?.done === done ? "Its items are missing." : undefined;
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** True if a document under this key has the form in which jobs are stored. */
const isStoredJob = (value: unknown, key: string): value is StoredJob => {
  if (!isObject(value)) return false;
  const { id, kind, user, starter, state, input, total, done, created, open, attempts } = value;
  const isOpen = state === "waiting" || state === "running";
  return (
    id === key &&
    typeof kind === "string" &&
    JOB_STATES.some((known) => known === state) &&
    [user, total, done, created, attempts].every(isCount) &&
    Number(done) <= Number(total) &&
    isObject(starter) &&
    starter.id === user &&
    Array.isArray(starter.capabilities) &&
    isObject(input) &&
    open === (isOpen ? created : undefined)
  );
};
