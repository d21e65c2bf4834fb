import {
  builtInFilters,
  type Clock,
  createOperations,
  createPostStatuses,
  createPublishDue,
  type EventFilter,
  type HtmlCleaner,
  type Logger,
  type Operations,
  type PostStatuses,
  type SiteSettings,
  type Store,
} from "@kalends/core";
import { createHtmlCleaner } from "@kalends/html";
import { type About, createHttpApp, type FurtherTexts, type HttpSettings } from "@kalends/http";
// The entry without the search for modules in folders, which takes longer to load than all the rest.
import { type AwilixContainer, asFunction, asValue, createContainer, type Resolver } from "awilix/browser";
import type Koa from "koa";
import { type ConfiguredAccounts, createConfiguredAccounts } from "./configured-accounts.ts";
import { toLocale } from "./locales.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import type { Config } from "./settings.ts";
import type { Timers } from "./timers.ts";
import { VERSION } from "./version.ts";

/** What comes from outside: the container makes everything else from it. */
export interface Surroundings {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Whether every path is ours, health checks included, not only those of the interface. Source: 90-decisions P36. */
  readonly pages: boolean;
}

/** Everything there is one of, by name. */
export interface Cradle extends Surroundings {
  readonly about: About;
  readonly site: SiteSettings;
  readonly settings: HttpSettings;
  readonly htmlCleaner: HtmlCleaner;
  readonly postStatuses: PostStatuses;
  readonly accounts: ConfiguredAccounts;
  readonly eventFilters: readonly EventFilter[];
  readonly operations: Operations;
  /** Publishes what is due; answers how many records that were. */
  readonly publishDue: () => Promise<number>;
  readonly scheduler: Scheduler;
  /** Resolves when the store answers. */
  readonly ready: () => Promise<void>;
  /** Translations that others bring. */
  readonly texts: readonly FurtherTexts[];
  readonly http: Koa;
}

/** When callers should ask again while the storage does not answer, in seconds. */
const STORAGE_RETRY_AFTER = 5;

/** A singleton whose dependencies the compiler checks against the cradle. */
const single = <T>(make: (cradle: Cradle) => T): Resolver<T> => asFunction(make).singleton();

/** The one place that wires. */
export const createAppContainer = ({
  config,
  store,
  clock,
  timers,
  logger,
  pages,
}: Surroundings): AwilixContainer<Cradle> => {
  const container = createContainer<Cradle>({ injectionMode: "PROXY", strict: true });
  container.register({
    config: asValue(config),
    store: asValue(store),
    clock: asValue(clock),
    timers: asValue(timers),
    logger: asValue(logger),
    pages: asValue(pages),
    about: asValue({ version: VERSION, plugins: [] }),
    site: asValue(config),
    settings: single(({ config, pages }) => ({
      ...config,
      locales: config.locales.map(toLocale),
      pages,
      storageRetryAfter: STORAGE_RETRY_AFTER,
    })),
    htmlCleaner: single(createHtmlCleaner),
    postStatuses: single(createPostStatuses),
    accounts: single(({ config, store, clock, logger }) =>
      createConfiguredAccounts({ config, store, clock, logger }),
    ),
    eventFilters: single(({ store, postStatuses, clock, site }) =>
      builtInFilters({ repositories: store, postStatuses, clock, site }),
    ),
    operations: single(createOperations),
    publishDue: single(createPublishDue),
    scheduler: single(createScheduler),
    ready: asValue(() => store.ping()),
    texts: asValue([]),
    http: single(createHttpApp),
  } satisfies { [Name in keyof Cradle]: Resolver<Cradle[Name]> });
  return container;
};
