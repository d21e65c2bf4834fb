import type { Owned, SiteSettings } from "@kalends/core";
import type { Job, RunLeased, SendDueMail } from "@kalends/core/interface";
import type { RemoveExpiredSignIns } from "../accounts/remove-expired-sign-ins.ts";
import type { RemoveOldAudit } from "../audit/remove-old-audit.ts";
import type { RemoveOldVersions } from "../history/remove-old-versions.ts";
import type { ForgetRequests } from "../idempotency/forget-requests.ts";
import type { RemoveOldMail } from "../mail/remove-old-mail.ts";
import type { MoveMerged } from "../merging/move-merged.ts";
import type { RemoveOldEntries } from "../outbox/remove-old-entries.ts";
import type { RemoveOldPreviews } from "../previews/remove-old-previews.ts";
import type { KeepSeries } from "../recurrence/keep-series.ts";
import type { RemoveOldFiles } from "../storage/remove-replaced-files.ts";
import type { BackgroundJobs } from "./background/background-jobs.ts";
import { createCronTimes } from "./cron-times.ts";
import { createJobLoop, type JobLoop, type JobLoopDeps } from "./job-loop.ts";
import { createLeasedJob } from "./once-job.ts";

/** Publishes scheduled records at their time, independent of requests, and runs jobs. */
export interface Scheduler {
  /** Publishes overdue records and starts the jobs, which run until `stop` is called. Never rejects. */
  start(): Promise<void>;
  /**
   * Runs one job, for hosts that decide when jobs run. Rejects if the job fails. Two runs of the same job
   * never overlap.
   */
  run(job: Owned<Job>): Promise<void>;
  /** Resolves when no run is in progress, or after ten seconds. The scheduler cannot be started again. */
  stop(): Promise<void>;
}

export interface SchedulerDeps extends JobLoopDeps {
  /** Publishes due records unless another process is doing so. Logs its errors. */
  readonly publishLeased: (isStopped: () => boolean) => Promise<void>;
  /** Removes expired entries of the outbox. */
  readonly removeOldEntries: RemoveOldEntries;
  /** Removes expired entries of the audit log. */
  readonly removeOldAudit: RemoveOldAudit;
  readonly removeOldVersions: RemoveOldVersions;
  /** Removes expired sessions, one-time links and challenges. */
  readonly removeExpiredSignIns: RemoveExpiredSignIns;
  /** Sends due mail; absent if no mail server is configured. */
  readonly sendDueMail: SendDueMail | undefined;
  /** Removes mail that has waited too long. */
  readonly removeOldMail: RemoveOldMail;
  /** Removes expired preview links. */
  readonly removeOldPreviews: RemoveOldPreviews;
  /** Removes image files that were replaced long ago. */
  readonly removeOldFiles: RemoveOldFiles;
  /** Removes stored requests with idempotency keys that have expired. */
  readonly forgetRequests: ForgetRequests;
  /** Adds due occurrences of series and updates their times. */
  readonly keepSeries: KeepSeries;
  /** Moves links that merges have left for later; absent if the store moves them at once. */
  readonly moveMerged: MoveMerged | undefined;
  /** Jobs that users have started. */
  readonly backgroundJobs: Pick<BackgroundJobs, "run" | "removeOld" | "onStart">;
  readonly jobs: readonly Owned<Job>[];
  readonly runLeased: RunLeased;
  readonly site: Pick<SiteSettings, "timezone">;
}

/** An hour in seconds. */
const HOUR = 60 * 60;
/**
 * Seconds between two runs that send due mail. Mail is therefore first tried within five seconds, even if
 * another process queued it.
 */
const MAIL_PAUSE = 2;
/**
 * Seconds between two runs that move links of merged records. The links of a merge in any process start to
 * move within about this time.
 */
const MERGE_PAUSE = 2;
/**
 * Seconds between two looks for jobs that no process runs. A job of a process that was killed continues
 * within this time after the end of its lease.
 */
const JOBS_PAUSE = 2;

export const createScheduler = ({
  publishLeased,
  removeOldEntries,
  removeOldAudit,
  removeOldVersions,
  removeExpiredSignIns,
  sendDueMail,
  removeOldMail,
  removeOldPreviews,
  removeOldFiles,
  forgetRequests,
  keepSeries,
  moveMerged,
  backgroundJobs,
  jobs,
  runLeased,
  site,
  clock,
  timers,
  logger,
  metrics,
}: SchedulerDeps): Scheduler => {
  const deps = { clock, timers, logger, metrics };

  const loopOf = ({ plugin, value: job }: Owned<Job>): JobLoop => {
    const times = job.cron === undefined ? undefined : createCronTimes(job.cron, site.timezone);
    if (job.once === undefined) return createJobLoop({ plugin, value: job }, deps, times);
    const { leased, releaseLease: giveBack } = createLeasedJob(plugin, job, { runLeased, clock, times });
    const loop = createJobLoop({ plugin, value: leased }, deps, times);
    return { ...loop, stop: () => loop.stop().then(giveBack) };
  };

  const ownLoop = (name: string, everySeconds: number, run: Job["run"]): JobLoop =>
    createJobLoop({ plugin: "kalends", value: { name, everySeconds, run } }, deps);

  const publication = ownLoop("publish-due", 1, ({ isStopping }) => publishLeased(isStopping));
  const running = ownLoop("run-jobs", JOBS_PAUSE, ({ isStopping }) => backgroundJobs.run(isStopping));
  const keeping = [
    running,
    ownLoop("job-retention", HOUR, ({ isStopping }) => backgroundJobs.removeOld(isStopping)),
    ownLoop("outbox-retention", HOUR, async ({ isStopping }) => void (await removeOldEntries(isStopping))),
    ownLoop("audit-retention", HOUR, async ({ isStopping }) => void (await removeOldAudit(isStopping))),
    ownLoop("history-retention", HOUR, async ({ isStopping }) => void (await removeOldVersions(isStopping))),
    ownLoop("sign-in-retention", HOUR, ({ isStopping }) => removeExpiredSignIns(isStopping)),
    ownLoop("mail-retention", HOUR, async ({ isStopping }) => void (await removeOldMail(isStopping))),
    ownLoop("preview-retention", HOUR, async ({ isStopping }) => void (await removeOldPreviews(isStopping))),
    ownLoop("media-retention", HOUR, async ({ isStopping }) => void (await removeOldFiles(isStopping))),
    ...(sendDueMail === undefined
      ? []
      : [ownLoop("send-mail", MAIL_PAUSE, async ({ isStopping }) => void (await sendDueMail(isStopping)))]),
    ...(moveMerged === undefined
      ? []
      : [ownLoop("move-merged", MERGE_PAUSE, ({ isStopping }) => moveMerged(isStopping))]),
    ownLoop("forget-requests", HOUR, ({ isStopping }) => forgetRequests(isStopping)),
    ownLoop("keep-series", 6 * HOUR, async ({ isStopping }) => void (await keepSeries(isStopping))),
  ];
  const loops = new Map(jobs.map((job) => [job, loopOf(job)]));
  return {
    start() {
      // Ignore errors here: the loop runs again, and logs them.
      backgroundJobs.onStart(() => void running.run().catch(() => undefined));
      for (const loop of [...keeping, ...loops.values()]) void loop.start();
      return publication.start();
    },
    run: (job) => loops.get(job)?.run() ?? Promise.reject(new Error(`Job ${job.value.name} not found`)),
    async stop() {
      await Promise.all([publication, ...keeping, ...loops.values()].map((loop) => loop.stop()));
    },
  };
};
