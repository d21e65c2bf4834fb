import {
  type Authors,
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
import {
  type Callback,
  createCallback,
  createCredentialIdentity,
  createHostIdentity,
  createHttpApp,
  createHttpMiddleware,
  type HttpSettings,
  type Identify,
} from "@kalends/http";
// The entry without the search for modules in folders, which takes longer to load than all the rest.
import { type AwilixContainer, asFunction, asValue, createContainer, type Resolver } from "awilix/browser";
import type Koa from "koa";
import type { Middleware } from "koa";
import { type ConfiguredAccounts, createConfiguredAccounts } from "./configured-accounts.ts";
import type { Host } from "./host.ts";
import { toActor } from "./identity.ts";
import { toLocale } from "./locales.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import { createServices, type Services } from "./services.ts";
import type { Config } from "./settings.ts";
import type { Timers } from "./timers.ts";

/** What comes from outside: the container makes everything else from it. */
export interface Surroundings {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /** Whether every path is ours, health checks included, not only those of the interface. Source: 90-decisions P36. */
  readonly pages: boolean;
  readonly host: Host;
}

/** Everything there is one of, by name. */
export interface Cradle extends Surroundings {
  readonly site: SiteSettings;
  readonly settings: HttpSettings;
  readonly htmlCleaner: HtmlCleaner;
  readonly postStatuses: PostStatuses;
  /** Ours; with the host's users nobody asks for it. */
  readonly accounts: ConfiguredAccounts;
  readonly identify: Identify;
  readonly authors: Authors;
  readonly eventFilters: readonly EventFilter[];
  readonly operations: Operations;
  readonly services: Services;
  /** Publishes what is due; answers how many records that were. */
  readonly publishDue: () => Promise<number>;
  readonly scheduler: Scheduler;
  /** Resolves when the store answers. */
  readonly ready: () => Promise<void>;
  readonly middleware: Middleware;
  readonly http: Koa;
  readonly callback: Callback;
}

/** When callers should ask again while the storage does not answer, in seconds. */
const STORAGE_RETRY_AFTER = 5;

/** A singleton whose dependencies the compiler checks against the cradle. */
const single = <T>(make: (cradle: Cradle) => T): Resolver<T> => asFunction(make).singleton();

const identifyWith = (cradle: Cradle): Identify => {
  const { identity, trustedOrigins = [] } = cradle.host;
  const { unfilteredHtml } = cradle.config;
  return identity === undefined
    ? createCredentialIdentity(cradle.accounts)
    : createHostIdentity(async (request) => toActor(await identity(request), unfilteredHtml), trustedOrigins);
};

const authorsOf = (cradle: Cradle): Authors =>
  cradle.host.authors ??
  (cradle.host.identity === undefined ? cradle.accounts : { isAuthor: () => Promise.resolve(true) });

/** The one place that wires. */
export const createAppContainer = ({
  config,
  store,
  clock,
  timers,
  logger,
  pages,
  host,
}: Surroundings): AwilixContainer<Cradle> => {
  const container = createContainer<Cradle>({ injectionMode: "PROXY", strict: true });
  container.register({
    config: asValue(config),
    store: asValue(store),
    clock: asValue(clock),
    timers: asValue(timers),
    logger: asValue(logger),
    pages: asValue(pages),
    host: asValue(host),
    site: asValue(config),
    settings: single(({ config, pages, host }) => ({
      ...config,
      locales: config.locales.map(toLocale),
      pages,
      storageRetryAfter: STORAGE_RETRY_AFTER,
      identityHeaders: host.identity === undefined ? ["Authorization"] : ["Authorization", "Cookie"],
    })),
    htmlCleaner: single(createHtmlCleaner),
    postStatuses: single(({ host }) => createPostStatuses(host.postStatuses)),
    accounts: single(({ config, store, clock, logger }) =>
      createConfiguredAccounts({ config, store, clock, logger }),
    ),
    identify: single(identifyWith),
    authors: single(authorsOf),
    eventFilters: single(({ store, postStatuses, clock, site }) =>
      builtInFilters({ repositories: store, postStatuses, clock, site }),
    ),
    operations: single(createOperations),
    services: single(({ operations, config }) =>
      createServices({ operations, unfilteredHtml: config.unfilteredHtml }),
    ),
    publishDue: single(createPublishDue),
    scheduler: single(createScheduler),
    ready: asValue(() => store.ping()),
    middleware: single(createHttpMiddleware),
    http: single(createHttpApp),
    callback: single(createCallback),
  } satisfies { [Name in keyof Cradle]: Resolver<Cradle[Name]> });
  return container;
};
