/** What our own tests look at, as the entry `kalends/internals`: it may change with every version. */
export { accountTable } from "./commands/account-table.ts";
export type { Cradle, Surroundings } from "./container.ts";
export { createAppContainer } from "./container.ts";
export { createDomainEventBus } from "./domain-event-bus.ts";
export { readInputLine } from "./input-line.ts";
export { createPinoLogger } from "./pino-logger.ts";
export type { ConfigReading, ConfigSources } from "./read-config.ts";
export { readConfig } from "./read-config.ts";
export { toReadableLine } from "./readable-log.ts";
export type { Scheduler, SchedulerDeps } from "./scheduler.ts";
export { createScheduler } from "./scheduler.ts";
export { askSecrets } from "./secret-prompt.ts";
export type {
  KnownEventFields,
  KnownEventListQuery,
  KnownLinkedListQuery,
  KnownOrganizerFields,
  KnownVenueFields,
  TermFields,
  TermListQuery,
} from "./service-values.ts";
export type { Setting } from "./settings.ts";
export { SETTINGS } from "./settings.ts";
export { toStartLine } from "./start-line.ts";
export { createStoreTime } from "./store-time.ts";
export { sweepMedia } from "./sweep-media.ts";
export type { Timers } from "./timers.ts";
