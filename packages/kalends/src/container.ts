import {
  builtInFilters,
  type Clock,
  createOperations,
  createPostStatuses,
  createPublishDue,
  createRecordExtensions,
  type EventFilter,
  type HtmlCleaner,
  type Job,
  type ListFormat,
  type Logger,
  type Operations,
  type OrganizerFilter,
  type Owned,
  type Plugin,
  type PluginRoute,
  type PostStatuses,
  type RecordExtensions,
  type SiteSettings,
  type Store,
  type VenueFilter,
} from "@kalends/core";
import { createHtmlCleaner } from "@kalends/html";
import { createHttpApp, type HttpSettings } from "@kalends/http";
// The entry without the search for modules in folders, which takes longer to load than all the rest.
import { type AwilixContainer, asFunction, asValue, createContainer, type Resolver } from "awilix/browser";
import type Koa from "koa";
import { type ConfiguredAccounts, createConfiguredAccounts } from "./configured-accounts.ts";
import { createDomainEventBus, type DomainEventBus } from "./domain-event-bus.ts";
import { checkContributions } from "./plugins/check-contributions.ts";
import { type Contributions, createContributions, type DepsOf, valuesOf } from "./plugins/contributions.ts";
import { createDepsOf } from "./plugins/plugin-surroundings.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import type { Config } from "./settings.ts";
import type { Timers } from "./timers.ts";

/** What comes from outside: the container makes everything else from it. */
export interface Surroundings {
  readonly config: Config;
  /** Those that take part. */
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Whether every path is ours, health checks included, not only those of the interface. Source: 90-decisions P36. */
  readonly pages: boolean;
}

/** Everything there is one of, by name. */
export interface Cradle extends Surroundings {
  readonly site: SiteSettings;
  readonly settings: HttpSettings;
  readonly htmlCleaner: HtmlCleaner;
  readonly postStatuses: PostStatuses;
  readonly accounts: ConfiguredAccounts;
  /** Told after each commit. */
  readonly domainEvents: DomainEventBus;
  readonly pluginDepsOf: DepsOf;
  /** Everything plugins add, without clashes. */
  readonly contributions: Contributions;
  readonly eventFilters: readonly EventFilter[];
  readonly venueFilters: readonly VenueFilter[];
  readonly organizerFilters: readonly OrganizerFilter[];
  /** `undefined` when no plugin adds anything to records. */
  readonly extensions: RecordExtensions | undefined;
  readonly pluginRoutes: readonly PluginRoute[];
  readonly listFormats: readonly ListFormat[];
  readonly jobs: readonly Owned<Job>[];
  readonly operations: Operations;
  /** Publishes what is due; answers how many records that were. */
  readonly publishDue: () => Promise<number>;
  readonly scheduler: Scheduler;
  /** Resolves when the store answers. */
  readonly ready: () => Promise<void>;
  readonly http: Koa;
}

/** When callers should ask again while the storage does not answer, in seconds. */
const STORAGE_RETRY_AFTER = 5;

/** A singleton whose dependencies the compiler checks against the cradle. */
const single = <T>(make: (cradle: Cradle) => T): Resolver<T> => asFunction(make).singleton();

/** What plugins add, held against what the calendar has without them. */
const createCheckedContributions = ({
  plugins,
  pluginDepsOf,
  store,
  postStatuses,
  accounts,
  clock,
  htmlCleaner,
  site,
  logger,
}: Cradle): Contributions => {
  const contributions = createContributions(plugins, pluginDepsOf);
  if (plugins.length > 0) {
    const added = valuesOf(contributions.eventFilters);
    const eventFilters = builtInFilters({ repositories: store, postStatuses, clock, site }, added);
    const builtIn = { store, postStatuses, accounts, clock, htmlCleaner, site, logger, eventFilters };
    checkContributions(contributions, createOperations(builtIn));
  }
  return contributions;
};

/** The one place that wires. */
export const createAppContainer = ({
  config,
  plugins,
  store,
  clock,
  timers,
  logger,
  pages,
}: Surroundings): AwilixContainer<Cradle> => {
  const container = createContainer<Cradle>({ injectionMode: "PROXY", strict: true });
  container.register({
    config: asValue(config),
    plugins: asValue(plugins),
    store: asValue(store),
    clock: asValue(clock),
    timers: asValue(timers),
    logger: asValue(logger),
    pages: asValue(pages),
    site: asValue(config),
    settings: single(({ config, pages }) => ({ ...config, pages, storageRetryAfter: STORAGE_RETRY_AFTER })),
    htmlCleaner: single(createHtmlCleaner),
    postStatuses: single(createPostStatuses),
    accounts: single(({ config, store, clock, logger }) =>
      createConfiguredAccounts({ config, store, clock, logger }),
    ),
    domainEvents: single(createDomainEventBus),
    pluginDepsOf: single(createDepsOf),
    contributions: single(createCheckedContributions),
    eventFilters: single(({ store, postStatuses, clock, site, contributions }) => {
      const added = valuesOf(contributions.eventFilters);
      return [...builtInFilters({ repositories: store, postStatuses, clock, site }, added), ...added];
    }),
    venueFilters: single(({ contributions }) => valuesOf(contributions.venueFilters)),
    organizerFilters: single(({ contributions }) => valuesOf(contributions.organizerFilters)),
    extensions: single(({ contributions: { fields, members } }) =>
      fields.length + members.length === 0 ? undefined : createRecordExtensions(fields, valuesOf(members)),
    ),
    pluginRoutes: single(({ contributions }) => valuesOf(contributions.routes)),
    listFormats: single(({ contributions }) => valuesOf(contributions.formats)),
    jobs: single(({ contributions }) => contributions.jobs),
    operations: single(createOperations),
    publishDue: single(createPublishDue),
    scheduler: single(createScheduler),
    ready: asValue(() => store.ping()),
    http: single(createHttpApp),
  } satisfies { [Name in keyof Cradle]: Resolver<Cradle[Name]> });
  return container;
};
