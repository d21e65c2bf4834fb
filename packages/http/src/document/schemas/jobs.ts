import { JOB_FAILURES, JOB_STATES, type JsonSchema } from "@kalends/core/interface";
import { integer, listOf, number, object, text } from "./schema.ts";

const TIME = "2031-05-16T12:00:00.000Z";

/** Schema of a job with a page of its results. Source: rules/jobs.md#job-members. */
export const job: JsonSchema = object(
  "job.about",
  {
    id: text("job.id", "5f0c1d2e3a4b5c6d7e8f90a1b2c3d4e5"),
    kind: text("job.kind", "bulk"),
    state: { type: "string", description: "job.state", enum: JOB_STATES },
    progress: object("job.progress", {
      done: integer("job.done", 120, { minimum: 0 }),
      total: integer("job.total", 450, { minimum: 0 }),
      rate: number("job.rate", 35.5, { minimum: 0 }),
    }),
    created: text("job.created", TIME, { format: "date-time" }),
    ended: { type: ["string", "null"], description: "job.ended", format: "date-time", examples: [TIME] },
    results: listOf({ type: "object", description: "job.result" }, "job.results"),
  },
  {
    failure: object("job.failure", {
      reason: { type: "string", description: "job.failure.reason", enum: JOB_FAILURES },
      message: text("job.failure.message", "The user who started the job lost rights that it needs."),
    }),
  },
);
