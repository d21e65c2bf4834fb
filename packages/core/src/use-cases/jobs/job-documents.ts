import type { JsonObject, JsonValue } from "../../model/json.ts";
import { DAY } from "../../model/time/wall-clock.ts";
import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";
import type { Store } from "../../ports/store.ts";
import type { JobItem, JobResult, StoredJob } from "./job.ts";

/** Collections of the jobs, of their items and of their results. No plugin can use these names. */
export const JOBS = "kalends/jobs";
export const JOB_ITEMS = "kalends/job-items";
export const JOB_RESULTS = "kalends/job-results";

/** Maximum numbers of items and of results in one document. */
const [ITEMS_PER_DOCUMENT, RESULTS_PER_DOCUMENT] = [500, 50];
/**
 * Maximum lengths of an item and of a result as JSON text, in UTF-16 code units. A full document then stays
 * below the limit of documents.
 */
const [MAX_ITEM, MAX_RESULT] = [120, 1_200];
/**
 * Time for which ended jobs are kept, in milliseconds. Source: rules/jobs.md#job-retention.
 */
const RETENTION = 30 * DAY;
/** Number of documents that are read or removed at once. */
const BATCH = 100;

type Documents = Pick<DocumentRepository, "find" | "save" | "list" | "remove">;

const partKey = (id: string, index: number): string => `${id}/${String(index).padStart(6, "0")}`;

const requireShort = (values: readonly unknown[], maximum: number, what: string): void => {
  for (const value of values)
    if (JSON.stringify(value).length > maximum)
      throw new RangeError(`The ${what} of a job has more than ${maximum} characters as JSON text.`);
};

/** Jobs with their items and results, in a repository of documents. */
export interface JobDocuments {
  find(id: string): Promise<StoredJob | undefined>;
  save(job: StoredJob): Promise<void>;
  /** Returns the oldest job that has not ended. */
  oldestOpen(): Promise<StoredJob | undefined>;
  /** Returns at most 100 jobs that wait. */
  waiting(): Promise<readonly StoredJob[]>;
  saveItems(id: string, items: readonly JobItem[]): Promise<void>;
  /** Returns at most `limit` items from this position. It may return fewer, but not 0 unless there are none. */
  itemsFrom(id: string, position: number, limit: number): Promise<readonly JobItem[]>;
  /** Adds results behind the first `position` ones. */
  addResults(id: string, position: number, results: readonly JobResult[]): Promise<void>;
  /** Returns at most `limit` results from this position. */
  resultsFrom(id: string, position: number, limit: number): Promise<readonly JobResult[]>;
}

/** Returns the jobs in these documents. Inside a unit of work, pass the documents of the unit. */
export const jobsIn = (documents: Documents): JobDocuments => {
  const partOf = async <T extends JsonValue>(
    collection: string,
    id: string,
    index: number,
  ): Promise<readonly T[]> => {
    const found = await documents.find(collection, partKey(id, index));
    // The types are safe here and below, because only this function writes these collections.
    return (found?.list ?? []) as readonly T[];
  };
  const savePart = (collection: string, id: string, index: number, list: readonly JobItem[]): Promise<void> =>
    documents.save({ collection, key: partKey(id, index), value: { list } });

  return {
    find: async (id) => (await documents.find(JOBS, id)) as StoredJob | undefined,
    save: (job) => documents.save({ collection: JOBS, key: job.id, value: job as JsonObject }),
    async oldestOpen() {
      const [oldest] = await documents.list({ collection: JOBS, member: "open", limit: 1 });
      return oldest?.value as StoredJob | undefined;
    },
    async waiting() {
      const range = { equals: "waiting" };
      const found = await documents.list({ collection: JOBS, member: "state", range, limit: BATCH });
      return found.map(({ value }) => value as StoredJob);
    },
    async saveItems(id, items) {
      requireShort(items, MAX_ITEM, "item");
      for (let start = 0; start < items.length; start += ITEMS_PER_DOCUMENT) {
        const part = items.slice(start, start + ITEMS_PER_DOCUMENT);
        await savePart(JOB_ITEMS, id, start / ITEMS_PER_DOCUMENT, part);
      }
    },
    async itemsFrom(id, position, limit) {
      const [index, start] = placeOf(position, ITEMS_PER_DOCUMENT);
      return (await partOf<JobItem>(JOB_ITEMS, id, index)).slice(start, start + limit);
    },
    async addResults(id, position, results) {
      requireShort(results, MAX_RESULT, "result");
      for (let added = 0; added < results.length; ) {
        const [index, start] = placeOf(position + added, RESULTS_PER_DOCUMENT);
        const before = start === 0 ? [] : await partOf<JobResult>(JOB_RESULTS, id, index);
        const part = results.slice(added, added + RESULTS_PER_DOCUMENT - start);
        await savePart(JOB_RESULTS, id, index, [...before.slice(0, start), ...part]);
        added += part.length;
      }
    },
    async resultsFrom(id, position, limit) {
      const found: JobResult[] = [];
      for (let from = position; found.length < limit; ) {
        const [index, start] = placeOf(from, RESULTS_PER_DOCUMENT);
        const part = (await partOf<JobResult>(JOB_RESULTS, id, index)).slice(start);
        if (part.length === 0) break;
        found.push(...part);
        from += part.length;
      }
      return found.slice(0, limit);
    },
  };
};

/** Returns the number of the document that contains a position, and the position in this document. */
const placeOf = (position: number, perDocument: number): readonly [index: number, start: number] => [
  Math.floor(position / perDocument),
  position % perDocument,
];

export type JobStore = Pick<Store, "documents" | "transaction">;

/** Removes a job with its items and results, its own document last. */
export const removeJob = async ({ documents }: Pick<JobStore, "documents">, id: string): Promise<void> => {
  for (const collection of [JOB_ITEMS, JOB_RESULTS])
    for (let index = 0; await documents.remove(collection, partKey(id, index)); index += 1);
  await documents.remove(JOBS, id);
};

/** Yields the jobs that this user started. */
export async function* jobsOf(
  { documents }: Pick<JobStore, "documents">,
  userId: number,
): AsyncGenerator<StoredJob> {
  const query = { collection: JOBS, member: "user", range: { equals: userId }, limit: BATCH };
  for (let beyond: { readonly key: string; readonly value: number } | undefined; ; ) {
    const found = await documents.list({ ...query, ...(beyond && { beyond }) });
    for (const { value } of found) yield value as StoredJob;
    const last = found.at(-1);
    if (last === undefined || found.length < BATCH) return;
    beyond = { key: last.key, value: userId };
  }
}

/**
 * Removes all jobs that this user started, also those that run. Returns their number.
 * Source: rules/jobs.md#job-data.
 */
export const removeJobsOf = async (store: Pick<JobStore, "documents">, userId: number): Promise<number> => {
  let removed = 0;
  for await (const { id } of jobsOf(store, userId)) {
    await removeJob(store, id);
    removed += 1;
  }
  return removed;
};

/**
 * Removes jobs that ended 30 days ago. Returns the number of removed jobs. Stops early if `isStopping`
 * returns true.
 */
export const removeOldJobs = async (
  store: Pick<JobStore, "documents">,
  now: number,
  isStopping: () => boolean,
): Promise<number> => {
  const query = { collection: JOBS, member: "ended", range: { until: now - RETENTION }, limit: BATCH };
  for (let removed = 0; ; ) {
    const found = await store.documents.list(query);
    for (const { key } of found) {
      if (isStopping()) return removed;
      await removeJob(store, key);
      removed += 1;
    }
    if (found.length < BATCH) return removed;
  }
};
