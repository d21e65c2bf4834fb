import { createRecordExtensions } from "@kalends/core";
import {
  type Authors,
  createExtendHorizon,
  createOperations,
  createPostStatuses,
  createPublishDue,
  createReadChanges,
  createReassignRecords,
  createRecompute,
  type Operations,
  withPolicies,
  withUnitsOfWork,
} from "@kalends/core/interface";
import { createHtmlCleaner } from "@kalends/html";
import {
  createBatch,
  createBulk,
  createCallback,
  createChangeStreams,
  createHttpApp,
  createHttpMiddleware,
  createInterface,
  createOldAddresses,
  createSharedResources,
  createWebsiteMiddleware,
  MEMBER_NAMES,
} from "@kalends/http";
import { createGuardedFetch, createImageFetcher, createImageRenderer } from "@kalends/media";
// This entry point of awilix omits loading modules from folders, which would take most of the start time.
import { type AwilixContainer, asValue, createContainer, type Resolver } from "awilix/browser";
import { toAbout } from "./about.ts";
import { createCalendarAccounts } from "./accounts/calendar-accounts.ts";
import { createRemoveExpiredSignIns } from "./accounts/remove-expired-sign-ins.ts";
import { createAs } from "./api/create-as.ts";
import { createFetches } from "./api/create-fetch.ts";
import { createAccountAuditing } from "./audit/account-auditing.ts";
import { auditResolvers } from "./audit/audit-resolvers.ts";
import { toCapacities } from "./capacities.ts";
import { toSiteSettings } from "./configuration/site-settings.ts";
import type { ContainerInputs, Cradle } from "./cradle.ts";
import { createRemoveOldVersions } from "./history/remove-old-versions.ts";
import { readElementFile } from "./hosting/element-file.ts";
import { createOpenRequests } from "./hosting/graceful-shutdown.ts";
import { findGuideFolder } from "./hosting/guide-folder.ts";
import { toHttpSettings } from "./hosting/http-settings.ts";
import { toKoaMiddleware } from "./hosting/koa-middleware.ts";
import { createMountWarning } from "./hosting/mount-warning.ts";
import { observeClock } from "./hosting/observed-clock.ts";
import { portOf } from "./hosting/ports.ts";
import { newToken } from "./hosting/secrets.ts";
import { callingBoth, toSafeHook } from "./hosting/timing-hooks.ts";
import { createBatches } from "./hosting/transactions/batches.ts";
import { createTransactionContext } from "./hosting/transactions/transaction-context.ts";
import { createCallers } from "./hosting/users/callers.ts";
import { createHostSignIn } from "./hosting/users/host-sign-in.ts";
import { identifyWith } from "./hosting/users/identify-with.ts";
import { warnOfProxy } from "./hosting/users/proxy-warning.ts";
import { createIdempotency } from "./idempotency/create-idempotency.ts";
import { createForgetRequests } from "./idempotency/forget-requests.ts";
import { createDomainEventBus } from "./jobs/domain-event-bus.ts";
import { jobResolvers } from "./jobs/job-resolvers.ts";
import { createPublishLeased } from "./jobs/publish-leased.ts";
import { createRunLeased } from "./jobs/run-leased.ts";
import { createScheduler } from "./jobs/scheduler.ts";
import { createSystemSlices } from "./jobs/system-slices.ts";
import { systemClock } from "./jobs/timers.ts";
import { createMemoryCounters } from "./limits/counters.ts";
import { createRequestLimiter } from "./limits/request-limiter.ts";
import { mailResolvers } from "./mail/mail-resolvers.ts";
import { createMoveMerged } from "./merging/move-merged.ts";
import { createChangeFeed } from "./outbox/change-feed.ts";
import { createChangeSignal } from "./outbox/change-signal.ts";
import { createDispatcher } from "./outbox/dispatcher.ts";
import { toDurableConsumers } from "./outbox/durable-consumers.ts";
import { createOutboxSwitch } from "./outbox/outbox-switch.ts";
import { createRemoveOldEntries } from "./outbox/remove-old-entries.ts";
import { checkContributions } from "./plugins/check-contributions.ts";
import { createContributions, valuesOf } from "./plugins/contributions.ts";
import { documentedMembers } from "./plugins/documented-members.ts";
import { policiesOf, toPolicies, toWriteHooks } from "./plugins/hooks-and-policies.ts";
import { impureReads } from "./plugins/impure-reads.ts";
import { createIssuingRoutes } from "./plugins/issuing-routes.ts";
import { createPluginContainers } from "./plugins/plugin-containers.ts";
import { createHttpGet, createPluginDeps } from "./plugins/plugin-deps.ts";
import { createPreviewing, createWebsiteHandlers } from "./previews/previewing.ts";
import { createRemoveOldPreviews } from "./previews/remove-old-previews.ts";
import { createKeepSeries } from "./recurrence/keep-series.ts";
import { asValues, single } from "./resolvers.ts";
import { createReadStatus } from "./status/read-status.ts";
import { createHasPublishedEvents, createReady } from "./storage/readiness.ts";
import { createRemoveOldFiles } from "./storage/remove-replaced-files.ts";
import { createStoreTimeOf } from "./storage/store-time-of.ts";

const authorsOf = (cradle: Cradle): Authors =>
  cradle.callers.authors ??
  (cradle.host.identity === undefined ? cradle.accounts : { isAuthor: () => Promise.resolve(true) });

/**
 * Creates the operations. Throws an `OperatorError` if a plugin adds a name that the calendar or another
 * plugin already uses.
 */
const createCheckedOperations = (cradle: Cradle): Operations => {
  const operations = createOperations(cradle, { staleness: cradle.config.cacheStaleness * 1000 });
  checkContributions(cradle.contributions, operations, cradle.site);
  return operations;
};

/** Creates the dependency injection container. Only this function connects the parts of the calendar. */
export const createAppContainer = (inputs: ContainerInputs): AwilixContainer<Cradle> => {
  const { config, plugins, store, accountStore, clock: time } = inputs;
  const storeTime = createStoreTimeOf(inputs);
  const auditing = createAccountAuditing(inputs);
  const clock = observeClock(time);
  const transactionContext = createTransactionContext();
  const outboxSwitch = createOutboxSwitch();
  const units = {
    clock: time,
    onBegin: transactionContext.requireNoTransaction,
    onCommit: outboxSwitch.noteCommit,
  };
  const container = createContainer<Cradle>({ injectionMode: "PROXY", strict: true });
  container.register({
    ...asValues(inputs),
    store: asValue(withUnitsOfWork(storeTime?.watch(store, "store") ?? store, units)),
    accountStore: asValue(
      accountStore && auditing.accountStore(storeTime?.watch(accountStore, "accounts") ?? accountStore),
    ),
    clock: asValue(clock),
    stopwatch: asValue(time),
    answerState: single(({ store }) => ({ ...clock, revision: () => store.revision() })),
    about: single(toAbout),
    site: asValue(toSiteSettings(config)),
    capacities: asValue(toCapacities(config)),
    settings: single(toHttpSettings),
    publicAddress: asValue((config.baseUrl ?? inputs.localAddress)?.replace(/\/+$/, "")),
    htmlCleaner: single(({ host }) => portOf(host, "htmlCleaner", createHtmlCleaner, undefined)),
    postStatuses: single(({ host, policies }) =>
      withPolicies(createPostStatuses(host.postStatuses), policies),
    ),
    accounts: single(createCalendarAccounts),
    signIns: single(
      (cradle) => cradle.accountStore && auditing.signIns(cradle.accounts.signIns, cradle.accountStore),
    ),
    accountDirectory: single((cradle) => cradle.accountStore && cradle.accounts.directory),
    removeExpiredSignIns: single(createRemoveExpiredSignIns),
    reassignRecords: single(createReassignRecords),
    requests: single(createOpenRequests),
    identify: single((cradle) =>
      auditing.identify(cradle.requests.admit(warnOfProxy(identifyWith(cradle), cradle))),
    ),
    // Uses the real clock: reading `clock` would mark the response as time-dependent.
    requestLimiter: single(({ config: { rateLimit }, counters, stopwatch, metrics }) =>
      createRequestLimiter({
        rateLimit,
        counters: counters ?? createMemoryCounters(stopwatch),
        onLimited: metrics?.onLimited,
      }),
    ),
    callers: single(createCallers),
    authors: single(authorsOf),
    domainEvents: single(({ logger, timers, host, callers }) =>
      createDomainEventBus({
        logger,
        timers,
        ...(host.identity && { complete: callers.hostAuthorIds.inEvents }),
      }),
    ),
    outboxSwitch: asValue(outboxSwitch),
    durableConsumers: single(({ contributions, host }) =>
      toDurableConsumers(contributions.listeners, host.listeners ?? []),
    ),
    // Uses the real clock: reading `clock` would mark the response as time-dependent.
    dispatcher: single((cradle) => {
      const { store, durableConsumers, outboxSwitch, runLeased, stopwatch: clock, timers, logger } = cradle;
      return createDispatcher({
        ...{ store, durableConsumers, outboxSwitch, runLeased, clock, timers, logger },
        ...(cradle.host.identity && { complete: cradle.callers.hostAuthorIds.inEvents }),
      });
    }),
    pluginDepsOf: single(createPluginDeps),
    pluginContainers: single(createPluginContainers),
    contributions: single(({ pluginContainers }) => createContributions(pluginContainers)),
    eventFilters: single(({ contributions }) => valuesOf(contributions.eventFilters)),
    venueFilters: single(({ contributions }) => valuesOf(contributions.venueFilters)),
    organizerFilters: single(({ contributions }) => valuesOf(contributions.organizerFilters)),
    extensions: single(({ contributions: { fields, members } }) =>
      fields.length + members.length === 0 ? undefined : createRecordExtensions(fields, valuesOf(members)),
    ),
    pluginRoutes: single(createIssuingRoutes),
    extraMembers: single(({ contributions }) => documentedMembers(contributions)),
    previewing: single(createPreviewing),
    websiteHandlers: single(createWebsiteHandlers),
    findNewAddress: single((cradle) => createOldAddresses({ api: cradle.as(), store: cradle.store })),
    isClosing: single(({ requests }) => requests.isClosing),
    listFormats: single(({ contributions }) => valuesOf(contributions.formats)),
    eventFormats: single(({ contributions }) => valuesOf(contributions.eventFormats)),
    impureReads: single(({ contributions, host }) =>
      impureReads(contributions, policiesOf({ contributions, host })),
    ),
    jobs: single(({ contributions }) => contributions.jobs),
    imageFetcher: single(({ host, config, capacities: { media: capacities }, logger, closing }) =>
      portOf(host, "imageFetcher", createImageFetcher, {
        ...{ allowHosts: config.imageAllowHosts, capacities, logger, closing },
      }),
    ),
    guardedFetchOf: single(({ host, config, capacities: { media: capacities }, logger, closing }) =>
      portOf(host, "guardedFetch", createGuardedFetch, {
        ...{ allowHosts: config.pluginAllowHosts, capacities, logger, closing },
      }),
    ),
    httpGet: single(({ host, closing }) => portOf(host, "httpGet", createHttpGet, { closing })),
    imageRenderer: single(({ host, config, capacities: { media: capacities }, logger }) =>
      portOf(host, "imageRenderer", createImageRenderer, {
        ...{ capacities, logger, keepsMetadata: config.imageMetadata === "keep" },
      }),
    ),
    newToken: asValue(newToken),
    memberNames: asValue(MEMBER_NAMES),
    writeHooks: single(toWriteHooks),
    policies: single(toPolicies),
    ...auditResolvers(),
    hostSignIn: single(createHostSignIn),
    ...mailResolvers(plugins),
    // Uses the real clock: reading `clock` would mark the response as time-dependent.
    idempotency: single(({ store, runLeased, stopwatch: clock, timers, logger, capacities }) =>
      createIdempotency({ store, runLeased, clock, timers, logger, maxWaiting: capacities.waitingForKey }),
    ),
    once: single(({ idempotency }) => idempotency.once),
    forgetRequests: single(createForgetRequests),
    batches: single(createBatches),
    batch: single(createBatch),
    bulk: single(createBulk),
    operations: single(createCheckedOperations),
    interface: single(createInterface),
    changeFeed: single(createChangeFeed),
    readChanges: single((cradle) => (cradle.changeFeed.isOn ? createReadChanges(cradle) : undefined)),
    createFetch: single(createFetches),
    as: single(createAs),
    transactionContext: asValue(transactionContext),
    publishDue: single(createPublishDue),
    // Uses the system clock, whatever the host provides, because stores measure leases in real time.
    runLeased: single(({ store, timers, logger }) =>
      createRunLeased({ store, clock: systemClock, timers, logger }),
    ),
    publishLeased: single(createPublishLeased),
    removeOldEntries: single(createRemoveOldEntries),
    removeOldFiles: single(createRemoveOldFiles),
    removeOldPreviews: single(createRemoveOldPreviews),
    slices: single(createSystemSlices),
    extendHorizon: single(createExtendHorizon),
    recompute: single(createRecompute),
    moveMerged: single(createMoveMerged),
    // Uses the real clock: reading `clock` would mark the response as time-dependent.
    keepSeries: single(({ store, stopwatch: clock, site, logger, runLeased, extendHorizon, recompute }) =>
      createKeepSeries({ store, clock, site, logger, runLeased, extendHorizon, recompute }),
    ),
    history: single(({ config }) => config.history),
    removeOldVersions: single(createRemoveOldVersions),
    ...jobResolvers(),
    scheduler: single(createScheduler),
    readStatus: single(createReadStatus),
    hasPublishedEvents: single(createHasPublishedEvents),
    ready: single(createReady),
    elementFile: asValue(readElementFile),
    findGuideFolder: asValue(findGuideFolder),
    texts: asValue(plugins.flatMap(({ texts = [] }) => texts)),
    timeInStore: asValue(storeTime?.milliseconds ?? (() => undefined)),
    // Bind `this` of the method `host.use`, because Koa calls the function without `this`.
    use: single(({ host }) => host.use?.bind(host)),
    onRequest: single(({ host, logger, metrics }) =>
      callingBoth(toSafeHook("onRequest", host.onRequest, logger), metrics?.onRequest),
    ),
    changeStreams: single(({ settings, store, outboxSwitch, timers, stopwatch: clock, logger }) =>
      createChangeStreams({
        capacities: settings.capacities,
        patience: settings.sendTimeout,
        signal: createChangeSignal({ store, outboxSwitch, timers, logger }),
        ...{ timers, clock, logger },
      }),
    ),
    answering: single(({ stopwatch, answerState, settings, metrics }) =>
      createSharedResources({ stopwatch, answerState, settings, onShed: metrics?.onShed }),
    ),
    mountWarning: single(createMountWarning),
    middleware: single((cradle) => {
      const counted = cradle.mountWarning(cradle.requests.count(createHttpMiddleware(cradle)));
      const middleware = auditing.middleware(counted);
      return storeTime?.around(middleware) ?? middleware;
    }),
    http: single(createHttpApp),
    callback: single(createCallback),
    website: single((cradle) => {
      const { requests, logger, settings } = cradle;
      const hasPages = cradle.websiteHandlers.length > 0;
      const counted = cradle.mountWarning(requests.count(createWebsiteMiddleware(cradle)), () => hasPages);
      const middleware = storeTime?.around(counted) ?? counted;
      const http = createHttpApp({ middleware, logger, settings });
      return { middleware: toKoaMiddleware(middleware), callback: createCallback({ middleware, http }) };
    }),
  } satisfies { [Name in keyof Cradle]: Resolver<Cradle[Name]> });
  return container;
};
