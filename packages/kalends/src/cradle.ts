import type {
  BlobStore,
  Clock,
  GuardedFetch,
  HtmlCleaner,
  ImageFetcher,
  ImageRenderer,
  Logger,
  Owned,
  SiteSettings,
} from "@kalends/core";
import type {
  Authors,
  EventFilter,
  EventFormat,
  ExtendHorizon,
  HttpGet,
  Job,
  ListFormat,
  MemberNames,
  Operations,
  OrganizerFilter,
  Plugin,
  PluginRoute,
  PluginTexts,
  Policies,
  PostStatuses,
  PublishDue,
  ReadAudit,
  ReadChanges,
  Recompute,
  RecordExtensions,
  RunLeased,
  Slices,
  TransactionParticipant,
  VenueFilter,
  WebsiteHandler,
  WriteHooks,
} from "@kalends/core/interface";
import type { AccountStore, Store } from "@kalends/core/storage";
import type {
  About,
  Answering,
  AnswerState,
  Batches,
  ChangeStreams,
  ExtraMembers,
  FindNewAddress,
  HttpSettings,
  Identify,
  Interface,
  Once,
  ReadElementFile,
  RequestLimiter,
  Route,
} from "@kalends/http";
import type { AnsweredRequest, Callback } from "@kalends/http/hosting";
import type Koa from "koa";
import type { Middleware } from "koa";
import type { As } from "./api/as.ts";
import type { CreateFetch } from "./api/create-fetch.ts";
import type { RemoveOldAudit } from "./audit/remove-old-audit.ts";
import type { Capacities } from "./capacities.ts";
import type { Config } from "./configuration/config.ts";
import type { ConfiguredAccounts } from "./hosting/configured-accounts.ts";
import type { Mountable } from "./hosting/create-calendar.ts";
import type { OpenRequests } from "./hosting/graceful-shutdown.ts";
import type { Host } from "./hosting/host.ts";
import type { MountWarning } from "./hosting/mount-warning.ts";
import type { TransactionContext } from "./hosting/transactions/transaction-context.ts";
import type { Callers } from "./hosting/users/callers.ts";
import type { Idempotency } from "./idempotency/answer-once.ts";
import type { ForgetRequests } from "./idempotency/forget-requests.ts";
import type { DomainEventBus } from "./jobs/domain-event-bus.ts";
import type { Scheduler } from "./jobs/scheduler.ts";
import type { Timers } from "./jobs/timers.ts";
import type { Counters } from "./limits/counters.ts";
import type { Metrics, MetricsPage } from "./metrics/metrics.ts";
import type { OpenableFeed } from "./outbox/change-feed.ts";
import type { Dispatcher } from "./outbox/dispatcher.ts";
import type { DurableReader } from "./outbox/durable-readers.ts";
import type { OutboxSwitch } from "./outbox/outbox-switch.ts";
import type { RemoveOldEntries } from "./outbox/remove-old-entries.ts";
import type { Contributions, DepsOf } from "./plugins/contributions.ts";
import type { ImpureReads } from "./plugins/impure-reads.ts";
import type { PluginContainers } from "./plugins/plugin-containers.ts";
import type { KeepSeries } from "./recurrence/keep-series.ts";

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
  /** Absent: nothing is measured. */
  readonly metrics: Metrics | undefined;
  /** What `/metrics` answers, where it is a page; absent: it is none. */
  readonly readMetrics: (() => Promise<MetricsPage>) | undefined;
  /** Of requests, where several processes count them together; absent: this one counts by itself. */
  readonly counters: Counters | undefined;
  /** Ends requests to other servers while the calendar closes. */
  readonly closing: AbortSignal;
}

/** Everything there is one of, by name. */
export interface Cradle extends ContainerInputs {
  readonly about: About;
  readonly site: SiteSettings;
  /** How much the process does at once. */
  readonly capacities: Capacities;
  readonly settings: HttpSettings;
  readonly htmlCleaner: HtmlCleaner;
  readonly postStatuses: PostStatuses;
  /** Of our own accounts; not used with the host's users. */
  readonly accounts: ConfiguredAccounts;
  readonly requests: OpenRequests;
  readonly identify: Identify;
  /** Absent: callers may ask as often as they like. */
  readonly requestLimiter: RequestLimiter | undefined;
  readonly callers: Callers;
  readonly authors: Authors;
  /** Gets what each commit changed. */
  readonly domainEvents: DomainEventBus;
  /** Whether what each commit changes is kept in the outbox. */
  readonly outboxSwitch: OutboxSwitch;
  readonly durableReaders: readonly DurableReader[];
  readonly dispatcher: Dispatcher;
  readonly pluginDepsOf: DepsOf;
  readonly pluginContainers: PluginContainers;
  /** Everything plugins add, without clashes. */
  readonly contributions: Contributions;
  readonly eventFilters: readonly EventFilter[];
  readonly venueFilters: readonly VenueFilter[];
  readonly organizerFilters: readonly OrganizerFilter[];
  /** `undefined` when no plugin adds anything to records. */
  readonly extensions: RecordExtensions | undefined;
  readonly pluginRoutes: readonly PluginRoute[];
  readonly extraMembers: ExtraMembers;
  readonly websiteHandlers: readonly WebsiteHandler[];
  /** What addresses of the site that records were imported from lead to. */
  readonly findNewAddress: FindNewAddress;
  readonly isClosing: () => boolean;
  readonly listFormats: readonly ListFormat[];
  readonly eventFormats: readonly EventFormat[];
  readonly impureReads: ImpureReads;
  /** The clock as it was given; `clock` counts who asks it. */
  readonly stopwatch: Clock;
  readonly answerState: AnswerState;
  readonly slices: Slices;
  readonly jobs: readonly Owned<Job>[];
  readonly imageFetcher: ImageFetcher;
  readonly httpGet: HttpGet;
  /** For each plugin by its name. */
  readonly guardedFetchOf: (plugin: string) => GuardedFetch;
  readonly imageRenderer: ImageRenderer;
  readonly newToken: () => string;
  readonly memberNames: MemberNames;
  readonly writeHooks: WriteHooks | undefined;
  readonly policies: Policies;
  /** What is stored together with each unit that writes. */
  readonly participants: readonly TransactionParticipant[];
  /** Absent: no audit log is kept. */
  readonly readAudit: ReadAudit | undefined;
  /** The name of an account; `undefined`: there is none with this number. */
  readonly nameOfUser: (id: number) => Promise<string | undefined>;
  readonly idempotency: Idempotency;
  /** Requests that have a key, done once. */
  readonly once: Once;
  readonly forgetRequests: ForgetRequests;
  readonly batches: Batches;
  /** The route of batches. */
  readonly batch: Route;
  readonly operations: Operations;
  readonly interface: Interface;
  readonly changeFeed: OpenableFeed;
  readonly createFetch: CreateFetch;
  readonly as: As;
  readonly transactionContext: TransactionContext;
  /** Publishes what is due; answers how many records that were. */
  readonly publishDue: PublishDue;
  readonly runLeased: RunLeased;
  readonly publishInTurn: (isStopped: () => boolean) => Promise<void>;
  readonly removeOldEntries: RemoveOldEntries;
  readonly removeOldAudit: RemoveOldAudit;
  readonly extendHorizon: ExtendHorizon;
  readonly recompute: Recompute;
  readonly keepSeries: KeepSeries;
  readonly scheduler: Scheduler;
  /** Resolves when the store answers. */
  /** True if visitors can see an event. */
  readonly hasPublishedEvents: () => Promise<boolean>;
  readonly ready: () => Promise<void>;
  /** How long the current request has waited for the store, in milliseconds, where that is measured. */
  readonly timeInStore: () => number | undefined;
  /** See `Host.use`. */
  readonly use: Middleware | undefined;
  readonly onRequest: ((request: AnsweredRequest) => void) | undefined;
  /** Absent: the feed of changes is off. */
  readonly readChanges: ReadChanges | undefined;
  readonly changeStreams: ChangeStreams;
  readonly answering: Answering;
  /** See `createMountWarning`. */
  readonly mountWarning: MountWarning;
  readonly middleware: Middleware;
  readonly elementFile: ReadElementFile;
  /** Translations that plugins bring. */
  readonly texts: readonly PluginTexts[];
  readonly http: Koa;
  readonly callback: Callback;
  /** Pages of plugins, for hosts. */
  readonly website: Mountable;
}
