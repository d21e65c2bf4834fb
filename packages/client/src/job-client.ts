import type { GetJobQuery, Job } from "./interface-types.ts";
import type { RequestOptions } from "./record-client.ts";
import type { Send } from "./transport.ts";

/** Methods for the jobs of the caller. */
export interface JobClient {
  /** Returns a job with one page of its results. Rejects with a 404 for jobs of other users. */
  get(id: string, query?: GetJobQuery, options?: RequestOptions): Promise<Job>;
}

export const createJobClient = (send: Send): JobClient => ({
  get: (id, query = {}, { signal } = {}) =>
    send({ path: `/jobs/${encodeURIComponent(id)}`, query: { ...query }, signal }),
});
