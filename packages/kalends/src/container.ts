import {
  type AccountStore,
  type Authors,
  type BlobStore,
  type Clock,
  createOperations,
  createPostStatuses,
  createPublishDue,
  createRecordExtensions,
  type EventFilter,
  type GuardedFetch,
  type HtmlCleaner,
  type ImageFetcher,
  type ImageRenderer,
  type Job,
  type ListFormat,
  type Logger,
  type MemberNames,
  type Operations,
  type OrganizerFilter,
  type Owned,
  type Plugin,
  type PluginRoute,
  type Policies,
  type PostStatuses,
  type PublishDue,
  type RecordExtensions,
  type SiteSettings,
  type Store,
  type VenueFilter,
  type WriteHooks,
  withPolicies,
} from "@kalends/core";
import { createHtmlCleaner } from "@kalends/html";
import {
  type About,
  type AnsweredRequest,
  type AnswerState,
  type Callback,
  createCallback,
  createHttpApp,
  createHttpMiddleware,
  type ExtraMembers,
  type FurtherTexts,
  type HttpSettings,
  type Identify,
  MEMBER_NAMES,
  type PluginReads,
  toSentence,
} from "@kalends/http";
import { createGuardedFetch, createImageFetcher, createImageRenderer } from "@kalends/media";
// The entry without the search for modules in folders, which takes longer to load than all the rest.
import { type AwilixContainer, asFunction, asValue, createContainer, type Resolver } from "awilix/browser";
import type Koa from "koa";
import type { Middleware } from "koa";
import type { Config } from "./configuration/config.ts";
import { toSiteSettings } from "./configuration/site-settings.ts";
import { type Api, createApi } from "./hosting/api.ts";
import { type ConfiguredAccounts, createConfiguredAccounts } from "./hosting/configured-accounts.ts";
import { createOpenRequests, type OpenRequests } from "./hosting/graceful-shutdown.ts";
import type { Host } from "./hosting/host.ts";
import { toHttpSettings } from "./hosting/http-settings.ts";
import { newToken } from "./hosting/new-token.ts";
import { observeClock } from "./hosting/observed-clock.ts";
import { createServices, type Services } from "./hosting/services.ts";
import { toSafeHook } from "./hosting/timing-hooks.ts";
import {
  createTransactionContext,
  type TransactionContext,
} from "./hosting/transactions/transaction-context.ts";
import { type Callers, createCallers } from "./hosting/users/callers.ts";
import { identifyWith } from "./hosting/users/identify-with.ts";
import { createDomainEventBus, type DomainEventBus } from "./jobs/domain-event-bus.ts";
import { createPublishInTurn } from "./jobs/publish-in-turn.ts";
import { createRunLeased, type RunLeased } from "./jobs/run-leased.ts";
import { createScheduler, type Scheduler } from "./jobs/scheduler.ts";
import type { Timers } from "./jobs/timers.ts";
import { checkContributions } from "./plugins/check-contributions.ts";
import { type Contributions, createContributions, type DepsOf, valuesOf } from "./plugins/contributions.ts";
import { documentedMembers } from "./plugins/documented-members.ts";
import { policiesOf, toPolicies, toWriteHooks } from "./plugins/hooks-and-policies.ts";
import { impureReads } from "./plugins/impure-reads.ts";
import { createPluginDeps } from "./plugins/plugin-deps.ts";
import { createStoreTimeOf } from "./storage/store-time-of.ts";
import { VERSION } from "./version.ts";

/** What comes from outside: the container makes everything else from it. */
export interface ContainerInputs {
  readonly config: Config;
  /** Those that take part. */
  readonly plugins: readonly Plugin[];
  /** Names of those that are there but do not. */
  readonly inertPlugins: readonly string[];
  readonly store: Store;
  /** Absent where the users are a host's. */
  readonly accountStore: AccountStore | undefined;
  readonly blobStore: BlobStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /**
   * Whether every path is ours, health checks included, not only those of the interface.
   * Source: rules/interface.md#outside-the-root.
   */
  readonly pages: boolean;
  readonly host: Host;
}

/** Everything there is one of, by name. */
export interface Cradle extends ContainerInputs {
  readonly about: About;
  readonly site: SiteSettings;
  readonly settings: HttpSettings;
  readonly htmlCleaner: HtmlCleaner;
  readonly postStatuses: PostStatuses;
  /** Of our own accounts; not used with the host's users. */
  readonly accounts: ConfiguredAccounts;
  readonly requests: OpenRequests;
  readonly identify: Identify;
  readonly callers: Callers;
  readonly authors: Authors;
  /** Gets what each commit changed. */
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
  readonly extraMembers: ExtraMembers;
  readonly listFormats: readonly ListFormat[];
  readonly impureReads: ReadonlySet<PluginReads>;
  /** The clock as it was given; `clock` counts who asks it. */
  readonly stopwatch: Clock;
  readonly answerState: AnswerState;
  readonly jobs: readonly Owned<Job>[];
  readonly imageFetcher: ImageFetcher;
  /** For each plugin by its name. */
  readonly guardedFetchOf: (plugin: string) => GuardedFetch;
  readonly imageRenderer: ImageRenderer;
  readonly newToken: () => string;
  readonly memberNames: MemberNames;
  readonly writeHooks: WriteHooks | undefined;
  readonly policies: Policies;
  readonly operations: Operations;
  /** Services that do these operations. */
  readonly servicesOf: (operations: Operations) => Services;
  readonly services: Services;
  readonly transactionContext: TransactionContext;
  readonly api: Api;
  /** Publishes what is due; answers how many records that were. */
  readonly publishDue: PublishDue;
  readonly runLeased: RunLeased;
  readonly publishInTurn: (isStopped: () => boolean) => Promise<void>;
  readonly scheduler: Scheduler;
  /** Resolves when the store answers. */
  readonly ready: () => Promise<void>;
  /** How long the current request has waited for the store, in milliseconds, where that is measured. */
  readonly timeInStore: () => number | undefined;
  readonly onRequest: ((request: AnsweredRequest) => void) | undefined;
  readonly middleware: Middleware;
  /** Translations that plugins bring. */
  readonly texts: readonly FurtherTexts[];
  readonly http: Koa;
  readonly callback: Callback;
}

/** A singleton whose dependencies the compiler checks against the cradle. */
const single = <T>(make: (cradle: Cradle) => T): Resolver<T> => asFunction(make).singleton();

const authorsOf = (cradle: Cradle): Authors =>
  cradle.callers.authors ??
  (cradle.host.identity === undefined ? cradle.accounts : { isAuthor: () => Promise.resolve(true) });

/** Held against what plugins add, whose names must be their own. */
const createCheckedOperations = (cradle: Cradle): Operations => {
  const operations = createOperations(cradle);
  checkContributions(cradle.contributions, operations, cradle.site);
  return operations;
};

/** What is there already, under the same names. */
const asValues = <T extends object>(values: T): { readonly [Name in keyof T]: Resolver<T[Name]> } =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asValue(value)])) as {
    [Name in keyof T]: Resolver<T[Name]>;
  };

/** The one place that wires. */
export const createAppContainer = (inputs: ContainerInputs): AwilixContainer<Cradle> => {
  const { config, plugins, store, accountStore } = inputs;
  const storeTime = createStoreTimeOf(inputs);
  const clock = observeClock(inputs.clock);
  const transactionContext = createTransactionContext();
  const container = createContainer<Cradle>({ injectionMode: "PROXY", strict: true });
  container.register({
    ...asValues(inputs),
    store: asValue(transactionContext.guard(storeTime?.watch(store, "store") ?? store)),
    accountStore: asValue(accountStore && (storeTime?.watch(accountStore, "accounts") ?? accountStore)),
    clock: asValue(clock),
    stopwatch: asValue(inputs.clock),
    answerState: single(({ store }) => ({ revision: () => store.revision(), timesAsked: clock.timesAsked })),
    about: single(({ plugins, inertPlugins }) => ({
      version: VERSION,
      plugins: [
        ...plugins.map(({ name }) => ({ name, isOn: true })),
        ...inertPlugins.map((name) => ({ name, isOn: false })),
      ],
    })),
    site: asValue(toSiteSettings(config)),
    settings: single(toHttpSettings),
    htmlCleaner: single(createHtmlCleaner),
    postStatuses: single(({ host, policies }) =>
      withPolicies(createPostStatuses(host.postStatuses), policies),
    ),
    accounts: single(({ config, accountStore, clock, logger }) => {
      if (accountStore === undefined) throw new Error("The users are those of the host.");
      return createConfiguredAccounts({ config, store: accountStore, clock, logger });
    }),
    requests: single(createOpenRequests),
    identify: single((cradle) => cradle.requests.admit(identifyWith(cradle))),
    callers: single(createCallers),
    authors: single(authorsOf),
    domainEvents: single(({ logger, timers, host, callers }) =>
      createDomainEventBus({
        logger,
        timers,
        ...(host.identity && { complete: callers.hostAuthorIds.inEvents }),
      }),
    ),
    pluginDepsOf: single(createPluginDeps),
    contributions: single(({ plugins, pluginDepsOf }) => createContributions(plugins, pluginDepsOf)),
    eventFilters: single(({ contributions }) => valuesOf(contributions.eventFilters)),
    venueFilters: single(({ contributions }) => valuesOf(contributions.venueFilters)),
    organizerFilters: single(({ contributions }) => valuesOf(contributions.organizerFilters)),
    extensions: single(({ contributions: { fields, members } }) =>
      fields.length + members.length === 0 ? undefined : createRecordExtensions(fields, valuesOf(members)),
    ),
    pluginRoutes: single(({ contributions }) => valuesOf(contributions.routes)),
    extraMembers: single(({ contributions }) => documentedMembers(contributions)),
    listFormats: single(({ contributions }) => valuesOf(contributions.formats)),
    impureReads: single(({ contributions, host }) =>
      impureReads(contributions, policiesOf({ contributions, host })),
    ),
    jobs: single(({ contributions }) => contributions.jobs),
    imageFetcher: single(({ config, logger }) =>
      createImageFetcher({ allowHosts: config.imageAllowHosts, logger }),
    ),
    guardedFetchOf: single(({ config, logger }) =>
      createGuardedFetch({ allowHosts: config.pluginAllowHosts, logger }),
    ),
    imageRenderer: single(({ logger }) => createImageRenderer({ logger })),
    newToken: asValue(newToken),
    memberNames: asValue(MEMBER_NAMES),
    writeHooks: single(toWriteHooks),
    policies: single(toPolicies),
    operations: single(createCheckedOperations),
    servicesOf: single(
      ({ callers }) =>
        (operations: Operations) =>
          createServices({ operations, callers, toSentence }),
    ),
    services: single(({ operations, servicesOf }) => servicesOf(operations)),
    transactionContext: asValue(transactionContext),
    api: single((cradle) => createApi(cradle, cradle.callers)),
    publishDue: single(createPublishDue),
    // With the clock as it is: what a lease asks of it says nothing of answers.
    runLeased: single(({ store, stopwatch: clock, timers, logger }) =>
      createRunLeased({ store, clock, timers, logger }),
    ),
    publishInTurn: single(createPublishInTurn),
    scheduler: single(createScheduler),
    ready: single(
      ({ store }) =>
        () =>
          store.ping(),
    ),
    texts: asValue(plugins.flatMap(({ texts = [] }) => texts)),
    timeInStore: asValue(storeTime?.milliseconds ?? (() => undefined)),
    onRequest: single(({ host, logger }) => toSafeHook("onRequest", host.onRequest, logger)),
    middleware: single((cradle) => {
      const middleware = cradle.requests.count(createHttpMiddleware(cradle));
      return storeTime?.around(middleware) ?? middleware;
    }),
    http: single(createHttpApp),
    callback: single(createCallback),
  } satisfies { [Name in keyof Cradle]: Resolver<Cradle[Name]> });
  return container;
};
