import { type JobPage, rateOf } from "@kalends/core/interface";
import { CATALOGUES, type Language } from "../messages/languages.ts";

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

/**
 * Converts a job with a page of its results to its JSON object. `language`: language of the message that
 * says why the job failed. Source: rules/jobs.md#job-members.
 */
export const presentJob = (
  { job, results }: JobPage,
  language: Language,
): Readonly<Record<string, unknown>> => {
  const { id, kind, state, done, total, created, ended, failure } = job;
  return {
    ...{ id, kind, state, progress: { done, total, rate: rateOf(job) } },
    created: toTime(created),
    ended: ended === undefined ? null : toTime(ended),
    ...(failure !== undefined && {
      failure: { reason: failure, message: CATALOGUES[language].jobFailures[failure] },
    }),
    results,
  };
};
