import type { Store } from "../../ports/store.ts";
import type { JobState, StoredJob } from "../jobs/job.ts";
import { JOBS, jobsIn } from "../jobs/job-documents.ts";
import type { FailedJob, JobsStatus } from "./status.ts";

/** Maximum number of failed jobs in the status, and number of the latest ended jobs that are searched. */
const [MAX_FAILURES, SEARCHED] = [10, 500];

/**
 * Returns the numbers of jobs by state, and the latest failed ones. Looks for failed jobs among the last 500
 * that ended. Source: rules/status.md#status-jobs.
 */
export const readJobsStatus = async ({ documents }: Pick<Store, "documents">): Promise<JobsStatus> => {
  const jobs = jobsIn(documents);
  const countIn = (state: JobState): Promise<number> =>
    documents.count({ collection: JOBS, member: "state", range: { equals: state }, limit: 1 });
  const [waiting, running, failed, oldest, ended] = await Promise.all([
    countIn("waiting"),
    countIn("running"),
    countIn("failed"),
    jobs.oldestOpen(),
    documents.list({ collection: JOBS, member: "ended", descending: true, limit: SEARCHED }),
  ]);
  // The type is safe, because only the calendar writes this collection.
  const failures = ended.flatMap(({ value }) => toFailedJob(value as StoredJob)).slice(0, MAX_FAILURES);
  return { waiting, running, failed, ...(oldest && { oldest: oldest.created }), failures };
};

const toFailedJob = ({ id, kind, user, ended, failure }: StoredJob): readonly FailedJob[] =>
  ended === undefined || failure === undefined ? [] : [{ id, kind, user, ended, failure }];
