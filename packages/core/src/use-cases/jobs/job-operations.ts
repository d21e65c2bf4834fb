import { CalendarError } from "../../errors.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { JobOperations } from "../../operations.ts";
import type { ParametersFor } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import type { JobPage, StoredJob } from "./job.ts";
import { type JobStore, jobsIn } from "./job-documents.ts";

/** Values of the operation that reads a job. The page selects a part of the results. */
export type JobValues = { readonly id: string; readonly page: number; readonly per_page: number };

interface JobOperationsDeps {
  readonly store: Pick<JobStore, "documents">;
  readonly site: SiteSettings;
}

/**
 * Creates the operations on jobs. Callers see only the jobs that they started. For all other jobs they get
 * `rest_job_not_found`, the same as for jobs that do not exist.
 * Source: rules/jobs.md#job-address.
 */
export const createJobOperations = ({ store, site }: JobOperationsDeps): JobOperations => {
  const { page, per_page } = pagingParameters(site);
  const parameters: ParametersFor<JobValues> = {
    id: {
      required: true,
      description: "job.id",
      documented: { type: "string", example: "5f0c1d2e3a4b5c6d7e8f90a1b2c3d4e5" },
      resolve: (raw) => ({ value: String(raw) }),
    },
    page: { ...page, description: "parameter.job.page" },
    per_page,
  };
  return {
    get: {
      method: "read",
      parameters,
      permits: ({ id }) => id !== undefined,
      async run({ id, page: number, per_page: size }, { actor }): Promise<JobPage> {
        const jobs = jobsIn(store.documents);
        const job = JOB_ID.test(id) ? await jobs.find(id) : undefined;
        if (job === undefined || !isStartedBy(job, actor.id)) throw new CalendarError("rest_job_not_found");
        const position = (number - 1) * size;
        return { job, results: position < job.done ? await jobs.resultsFrom(id, position, size) : [] };
      },
    },
  };
};

/** Form of all ids. Other texts are not looked up, because stores refuse some of them as keys. */
const JOB_ID = /^[\w-]{1,64}$/;

const isStartedBy = ({ user }: StoredJob, userId: number | undefined): boolean => user === userId;
