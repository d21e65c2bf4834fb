/** Entry point `kalends/internals`, for the tests of Kalends. Its exports may change with every version. */
export type {
  KnownEventFields,
  KnownEventListQuery,
  KnownLinkedListQuery,
  KnownOrganizerFields,
  KnownVenueFields,
  TermFields,
  TermListQuery,
} from "@kalends/core/interface";
export { checkRecord, problemOf } from "./archive/check-record.ts";
export { createCleanRecord } from "./archive/clean-record.ts";
export { exportArchive } from "./archive/export-archive.ts";
export { importArchive } from "./archive/import-archive.ts";
export { type Capacities, CHANGE_STREAMS, REQUESTS_AT_ONCE, toCapacities } from "./capacities.ts";
export type { CommandProcess } from "./command-line.ts";
export { runCommandLine } from "./command-line.ts";
export { promptSecrets, readInputLine } from "./commands/accounts/password-input.ts";
export { createProgress, type Progress, type ProgressOptions } from "./commands/progress.ts";
export { accountTable } from "./commands/tables.ts";
export type { ConfigReading, ConfigSources } from "./configuration/read-config.ts";
export { readConfig } from "./configuration/read-config.ts";
export type { Setting } from "./configuration/setting-types.ts";
export { SETTINGS } from "./configuration/settings.ts";
export { createAppContainer } from "./container.ts";
export type { ContainerInputs, Cradle } from "./cradle.ts";
export { eraseAccount } from "./erasure/erase-account.ts";
export { eraseLinked } from "./erasure/erase-linked.ts";
export { type OpenedCalendar, openCalendar } from "./hosting/open-calendar.ts";
export { secrets } from "./hosting/secrets.ts";
export { boundOccurrences } from "./hosting/transactions/bounded-occurrences.ts";
export { createIdempotency, type Idempotency } from "./idempotency/create-idempotency.ts";
export { createForgetRequests } from "./idempotency/forget-requests.ts";
export {
  blankResponses,
  limitRequests,
} from "./idempotency/stored-requests.ts";
export { openSource } from "./import/sources/import-source.ts";
export { importVerdict, verifyVerdict } from "./import/verdicts.ts";
export { createBackgroundJobs } from "./jobs/background/background-jobs.ts";
export { createActorOfStarter } from "./jobs/background/starters.ts";
export { createDomainEventBus } from "./jobs/domain-event-bus.ts";
export { createRunLeased } from "./jobs/run-leased.ts";
export type { Scheduler, SchedulerDeps } from "./jobs/scheduler.ts";
export { createScheduler } from "./jobs/scheduler.ts";
export type { Timers } from "./jobs/timers.ts";
export { createMemoryCounters } from "./limits/counters.ts";
export { createSignInHistory } from "./limits/sign-in-failures.ts";
export { createStoredCounters } from "./limits/stored-counters.ts";
export { createPinoLogger } from "./logging/pino-logger.ts";
export { toReadableLine } from "./logging/readable-log.ts";
export { toStartLine } from "./logging/start-line.ts";
export { createMailedLinks, createQueueLink } from "./mail/mailed-links.ts";
export { parseSmtpAddress } from "./mail/smtp-address.ts";
export { createMetrics } from "./metrics/create-metrics.ts";
export type { Metrics, MetricsPage } from "./metrics/metrics.ts";
export { createMetricsServer } from "./metrics/metrics-server.ts";
export { shareReading } from "./metrics/share-reading.ts";
export { createStoreState } from "./metrics/store-state.ts";
export { createChangeSignal } from "./outbox/change-signal.ts";
export { createDispatcher, type Dispatcher, type DispatcherDeps } from "./outbox/dispatcher.ts";
export {
  type DurableConsumer,
  openConsumers,
} from "./outbox/durable-consumers.ts";
export { createOutboxSwitch } from "./outbox/outbox-switch.ts";
export { type ServerLimits, type Serving, serveCalendar, start } from "./start.ts";
export { createRemoveOldFiles } from "./storage/remove-replaced-files.ts";
export { createStoreTime } from "./storage/store-time.ts";
export { sweepMedia } from "./storage/sweep-media.ts";
export type { FromWorker, ToWorker } from "./workers/messages.ts";
export { createSharedCounters, runCounterCalls } from "./workers/shared-counters.ts";
export type { WorkerEnd, WorkerProcess } from "./workers/worker.ts";
export { startWorkerPool, type WorkerPoolDeps } from "./workers/worker-pool.ts";
