import type { JsonObject, JsonValue } from "../../model/json.ts";
import type { Actor, Capability, UsedCredential } from "../../rights/actor.ts";

/** States of a job. A job that is `done`, `failed` or `cancelled` never changes again. */
export const JOB_STATES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type JobState = (typeof JOB_STATES)[number];

/**
 * Reason why a job failed.
 *
 * - `rights`: the starter has lost a right or the credential with which the job was started.
 * - `attempts`: the job was begun several times without any progress.
 * - `unknown-kind`: no part of the installation runs jobs of this kind.
 * - `internal`: an unexpected error, which is in the log.
 */
export const JOB_FAILURES = ["rights", "attempts", "unknown-kind", "internal"] as const;
export type JobFailure = (typeof JOB_FAILURES)[number];

/**
 * User who started a job, with the rights at the start. A job never has more rights than these.
 * Source: rules/jobs.md#job-rights.
 */
export type JobStarter = {
  readonly id: number;
  /** Present for users who have no account in the calendar; see `Actor.hostId`. */
  readonly hostId?: number | string;
  readonly scheme?: string;
  /** Password or token, which the account must still have; `jwt` if a JWT was used. */
  readonly credential?: JobCredential;
  readonly capabilities: readonly Capability[];
};

type JobCredential = Exclude<UsedCredential, { readonly kind: "session" }>;

/** Stored job. Times are in milliseconds since 1970. */
export type StoredJob = {
  /** Letters and digits that cannot be guessed. */
  readonly id: string;
  readonly kind: string;
  /** User id of the starter, by which the jobs of a user are found. */
  readonly user: number;
  readonly starter: JobStarter;
  readonly state: JobState;
  /** Input of the kind, such as the action and its values. */
  readonly input: JsonObject;
  /** Number of items. */
  readonly total: number;
  /** Number of items with a stored result. It is also the position of the next item. */
  readonly done: number;
  readonly created: number;
  /** Same as `created`, until the job ends. Open jobs run in this order. */
  readonly open?: number;
  /** Id of the run that may write; absent while the job waits and after its end. */
  readonly run?: string;
  /** Start of the latest run, and the number of items that were done before it. */
  readonly began?: number;
  readonly doneBefore?: number;
  /** Time of the latest progress. */
  readonly progressed?: number;
  readonly ended?: number;
  /** Number of runs that began since the latest progress, or since a run stopped for a later run. */
  readonly attempts: number;
  readonly failure?: JobFailure;
};

/** One thing to do, such as the id of a record. */
export type JobItem = JsonValue;

/** Result of one item, such as the id of a record and the status of its request. */
export type JobResult = JsonObject;

/** Part of the results of a job. */
export interface JobPage {
  readonly job: StoredJob;
  readonly results: readonly JobResult[];
}

/** Returns the starter to store with a job. Returns `undefined` for actors without a user id. */
export const toStarter = (actor: Actor, all: readonly Capability[]): JobStarter | undefined => {
  const { id, hostId, scheme, credential, capabilities } = actor;
  if (id === undefined) return undefined;
  return {
    id,
    ...(hostId !== undefined && { hostId }),
    ...(scheme !== undefined && { scheme }),
    ...(credential !== undefined && credential.kind !== "session" && { credential }),
    capabilities: all.filter((capability) => capabilities.has(capability)),
  };
};

/**
 * Returns the number of items that the latest run has done per second; 0 if the job has not begun or has no
 * progress.
 */
export const rateOf = ({ done, began, doneBefore = 0, progressed }: StoredJob): number => {
  if (began === undefined || progressed === undefined || progressed < began) return 0;
  const seconds = Math.max(progressed - began, 1) / 1000;
  return Math.round(((done - doneBefore) / seconds) * 10) / 10;
};
