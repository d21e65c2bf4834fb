import { type JobOperations, perform } from "@kalends/core/interface";
import { ref } from "../document/schemas/schema.ts";
import { presentJob } from "../presenters/job-presenter.ts";
import type { Route } from "../route/route.ts";

/** Creates the route of a job. Source: rules/jobs.md#job-address. */
export const createJobRoute = (declared: JobOperations): Route => {
  const { id, ...parameters } = declared.get.parameters;
  return {
    pattern: "/jobs/(?<job>[^/]+)",
    endpoints: [
      {
        methods: ["GET"],
        path: { job: id },
        parameters,
        document: {
          operationId: "getJob",
          tag: "Jobs",
          summary: "operation.getJob.summary",
          description: "operation.getJob.description",
          answers: { 200: { description: "answer.job", schema: ref("Job") } },
          errors: ["rest_forbidden", "rest_job_not_found"],
        },
        async handle(request) {
          const { operations, actor, captured } = request;
          const { jobs = declared } = operations;
          const page = await perform(jobs.get, { ...(await request.values()), id: captured }, actor);
          const { language } = request.presentation(false);
          return { status: 200, body: presentJob(page, language), isUncacheable: true };
        },
        isPure: false,
      },
    ],
    allow: async ({ actor }) => (actor.id === undefined ? [] : ["GET"]),
  };
};
