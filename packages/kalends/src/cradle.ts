import type {
  BlobStore,
  Clock,
  GuardedFetch,
  HtmlCleaner,
  ImageFetcher,
  ImageRenderer,
  Logger,
  Mailer,
  Owned,
  SiteSettings,
} from "@kalends/core";
import type { AccountDirectory, SignIns } from "@kalends/core/accounts";
import type {
  Authors,
  EffectiveSetting,
  EventFilter,
  EventFormat,
  ExtendHorizon,
  FindMailTemplate,
  HttpGet,
  Job,
  JobKind,
  ListFormat,
  MailQueue,
  MailSite,
  MemberNames,
  Operations,
  OrganizerFilter,
  Plugin,
  PluginRoute,
  PluginTexts,
  Policies,
  PostStatuses,
  Previewing,
  PublishDue,
  ReadAudit,
  ReadAuditDeps,
  ReadChanges,
  ReadStatus,
  ReassignRecords,
  Recompute,
  RecordExtensions,
  RunLeased,
  SendDueMail,
  Slices,
  StartJob,
  TransactionParticipant,
  VenueFilter,
  WebsiteHandler,
  WriteHooks,
} from "@kalends/core/interface";
import type { AccountStore, Store } from "@kalends/core/storage";
import type {
  About,
  Batches,
  CacheState,
  ChangeStreams,
  ExtraMembers,
  FindNewAddress,
  HostSignIn,
  HttpSettings,
  Identify,
  Interface,
  Once,
  ReadElementFile,
  RequestLimiter,
  Route,
  SharedResources,
} from "@kalends/http";
import type { Callback, ReportedRequest } from "@kalends/http/hosting";
import type Koa from "koa";
import type { Middleware } from "koa";
import type { RemoveExpiredSignIns } from "./accounts/remove-expired-sign-ins.ts";
import type { As } from "./api/as.ts";
import type { CreateFetch } from "./api/create-fetch.ts";
import type { RemoveOldAudit } from "./audit/remove-old-audit.ts";
import type { Capacities } from "./capacities.ts";
import type { Config } from "./configuration/config.ts";
import type { RemoveOldVersions } from "./history/remove-old-versions.ts";
import type { ConfiguredAccounts } from "./hosting/configured-accounts.ts";
import type { Mountable } from "./hosting/create-calendar.ts";
import type { OpenRequests } from "./hosting/graceful-shutdown.ts";
import type { Host } from "./hosting/host.ts";
import type { MountWarning } from "./hosting/mount-warning.ts";
import type { TransactionContext } from "./hosting/transactions/transaction-context.ts";
import type { Callers } from "./hosting/users/callers.ts";
import type { Idempotency } from "./idempotency/create-idempotency.ts";
import type { ForgetRequests } from "./idempotency/forget-requests.ts";
import type { BackgroundJobs } from "./jobs/background/background-jobs.ts";
import type { DomainEventBus } from "./jobs/domain-event-bus.ts";
import type { Scheduler } from "./jobs/scheduler.ts";
import type { Timers } from "./jobs/timers.ts";
import type { Counters } from "./limits/counters.ts";
import type { QueueLink } from "./mail/mailed-links.ts";
import type { RemoveOldMail } from "./mail/remove-old-mail.ts";
import type { MoveMerged } from "./merging/move-merged.ts";
import type { Metrics, MetricsPage } from "./metrics/metrics.ts";
import type { OpenableFeed } from "./outbox/change-feed.ts";
import type { Dispatcher } from "./outbox/dispatcher.ts";
import type { DurableConsumer } from "./outbox/durable-consumers.ts";
import type { OutboxSwitch } from "./outbox/outbox-switch.ts";
import type { RemoveOldEntries } from "./outbox/remove-old-entries.ts";
import type { Contributions, DepsOf } from "./plugins/contributions.ts";
import type { ImpureReads } from "./plugins/impure-reads.ts";
import type { PluginContainers } from "./plugins/plugin-containers.ts";
import type { RemoveOldPreviews } from "./previews/remove-old-previews.ts";
import type { KeepSeries } from "./recurrence/keep-series.ts";
import type { StoredPlaces } from "./status/stored-places.ts";
import type { RemoveOldFiles } from "./storage/remove-replaced-files.ts";

/** Values that the container receives. The container creates all other parts from them. */
export interface ContainerInputs {
  readonly config: Config;
  /** Settings with their values and origins, without secrets; empty if the caller does not know them. */
  readonly effectiveSettings: readonly EffectiveSetting[];
  readonly storedPlaces: StoredPlaces;
  /** Active plugins. */
  readonly plugins: readonly Plugin[];
  /** Names of plugins that are inactive because they lack a valid licence. */
  readonly inertPlugins: readonly string[];
  readonly store: Store;
  /** Accounts of the calendar; absent if a host application manages the users. */
  readonly accountStore: AccountStore | undefined;
  readonly blobStore: BlobStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly logger: Logger;
  /**
   * True if the calendar responds to every path, including health checks. False if it responds only below the
   * root of the REST interface.
   * Source: rules/interface.md#outside-the-root.
   */
  readonly pages: boolean;
  /** Address of the server that runs the calendar; `undefined` in a host, and if it is not known. */
  readonly localAddress: string | undefined;
  readonly host: Host;
  /** Absent if metrics are off. */
  readonly metrics: Metrics | undefined;
  /** Returns the content of `/metrics`; absent if the calendar does not serve this path. */
  readonly readMetrics: (() => Promise<MetricsPage>) | undefined;
  /** Request counters that several processes share; absent if this process counts alone. */
  readonly counters: Counters | undefined;
  /** Aborts requests to other servers when the calendar closes. */
  readonly closing: AbortSignal;
}

/** All singletons of the calendar, by name. */
export interface Cradle extends ContainerInputs {
  readonly about: About;
  readonly site: SiteSettings;
  /** Limits of concurrent work in this process. */
  readonly capacities: Capacities;
  readonly settings: HttpSettings;
  /** Public address of the site, without a slash at the end; `undefined` if it is not known. */
  readonly publicAddress: string | undefined;
  readonly htmlCleaner: HtmlCleaner;
  readonly postStatuses: PostStatuses;
  /**
   * Accounts of the calendar, with authentication. Reading this member throws an `Error` if a host
   * application manages the users.
   */
  readonly accounts: ConfiguredAccounts;
  /** Absent if a host application manages the users. */
  readonly signIns: SignIns | undefined;
  /** Absent if a host application manages the users. */
  readonly accountDirectory: AccountDirectory | undefined;
  /** Absent if the calendar manages its own users. */
  readonly hostSignIn: HostSignIn | undefined;
  readonly removeExpiredSignIns: RemoveExpiredSignIns;
  readonly reassignRecords: ReassignRecords;
  readonly requests: OpenRequests;
  readonly identify: Identify;
  /** Limiter of requests; absent if no rate limit is configured. */
  readonly requestLimiter: RequestLimiter | undefined;
  readonly callers: Callers;
  readonly authors: Authors;
  /** Receives the domain events of each commit and calls their listeners. */
  readonly domainEvents: DomainEventBus;
  /** Switch that determines whether changes are stored in the outbox. */
  readonly outboxSwitch: OutboxSwitch;
  readonly durableConsumers: readonly DurableConsumer[];
  readonly dispatcher: Dispatcher;
  readonly pluginDepsOf: DepsOf;
  readonly pluginContainers: PluginContainers;
  /** Contributions of all plugins. Name clashes are checked later, when `operations` are created. */
  readonly contributions: Contributions;
  readonly eventFilters: readonly EventFilter[];
  readonly venueFilters: readonly VenueFilter[];
  readonly organizerFilters: readonly OrganizerFilter[];
  /** Fields and members that plugins add to records; `undefined` if no plugin adds any. */
  readonly extensions: RecordExtensions | undefined;
  readonly pluginRoutes: readonly PluginRoute[];
  readonly extraMembers: ExtraMembers;
  /** Objects for preview links; absent if no plugin renders previews. */
  readonly previewing: Previewing | undefined;
  /** Handlers of web pages: the one for previews, if a plugin renders them, then those of plugins. */
  readonly websiteHandlers: readonly WebsiteHandler[];
  /** Returns the new URL for a URL of the site from which records were imported. */
  readonly findNewAddress: FindNewAddress;
  readonly isClosing: () => boolean;
  readonly listFormats: readonly ListFormat[];
  readonly eventFormats: readonly EventFormat[];
  readonly impureReads: ImpureReads;
  /** Real clock. Unlike `clock`, reading it does not mark a response as time-dependent. */
  readonly stopwatch: Clock;
  readonly answerState: CacheState;
  readonly slices: Slices;
  readonly jobs: readonly Owned<Job>[];
  readonly imageFetcher: ImageFetcher;
  readonly httpGet: HttpGet;
  /** Returns the fetch function of a plugin, by plugin name. */
  readonly guardedFetchOf: (plugin: string) => GuardedFetch;
  readonly imageRenderer: ImageRenderer;
  readonly newToken: () => string;
  readonly memberNames: MemberNames;
  readonly writeHooks: WriteHooks | undefined;
  readonly policies: Policies;
  /** Functions that store additional data in each transaction that writes records. */
  readonly participants: readonly TransactionParticipant[];
  /**
   * Absent if no mail server is configured. `mailQueue`, `queueLink` and `sendDueMail` are then absent too.
   */
  readonly mailer: Mailer | undefined;
  readonly mailSite: MailSite;
  readonly findMailTemplate: FindMailTemplate;
  readonly mailQueue: MailQueue | undefined;
  /** Absent without a mail server, without accounts, or without a public address. */
  readonly queueLink: QueueLink | undefined;
  readonly sendDueMail: SendDueMail | undefined;
  readonly removeOldMail: RemoveOldMail;
  /** Removes expired preview links. */
  readonly removeOldPreviews: RemoveOldPreviews;
  /** Reads the audit log; absent if the audit log is off. */
  readonly readAudit: ReadAudit | undefined;
  /** Reads the state of the installation. */
  readonly readStatus: ReadStatus;
  /** Returns names of users by their numbers, as far as they are known. */
  readonly namesOfUsers: ReadAuditDeps["namesOf"];
  readonly idempotency: Idempotency;
  /** Runs a request with an `Idempotency-Key` at most once. */
  readonly once: Once;
  readonly forgetRequests: ForgetRequests;
  readonly batches: Batches;
  /** HTTP route for batch requests. */
  readonly batch: Route;
  readonly startJob: StartJob;
  /** HTTP route for bulk requests. */
  readonly bulk: Route;
  readonly operations: Operations;
  readonly interface: Interface;
  readonly changeFeed: OpenableFeed;
  readonly createFetch: CreateFetch;
  readonly as: As;
  readonly transactionContext: TransactionContext;
  /** Publishes scheduled records whose time has come. Returns their number. */
  readonly publishDue: PublishDue;
  readonly runLeased: RunLeased;
  readonly moveMerged: MoveMerged | undefined;
  readonly publishLeased: (isStopped: () => boolean) => Promise<void>;
  readonly removeOldEntries: RemoveOldEntries;
  readonly removeOldAudit: RemoveOldAudit;
  /** Number of versions to keep of each event, venue and organizer. */
  readonly history: number;
  readonly removeOldVersions: RemoveOldVersions;
  /** Removes image files that were replaced long ago. */
  readonly removeOldFiles: RemoveOldFiles;
  readonly extendHorizon: ExtendHorizon;
  readonly recompute: Recompute;
  readonly keepSeries: KeepSeries;
  /** Kinds of jobs that this installation runs. */
  readonly jobKinds: readonly JobKind[];
  readonly backgroundJobs: BackgroundJobs;
  readonly scheduler: Scheduler;
  /** True if visitors can see at least one event. */
  readonly hasPublishedEvents: () => Promise<boolean>;
  /** Resolves when the store responds. */
  readonly ready: () => Promise<void>;
  /**
   * Returns the milliseconds that the current request has waited for the store. Returns `undefined` if this
   * is not measured.
   */
  readonly timeInStore: () => number | undefined;
  /** Middleware of the host application. See `Host.use`. */
  readonly use: Middleware | undefined;
  readonly onRequest: ((request: ReportedRequest) => void) | undefined;
  /** Reads the feed of changes; absent if the feed is off. */
  readonly readChanges: ReadChanges | undefined;
  readonly changeStreams: ChangeStreams;
  readonly answering: SharedResources;
  /** Warns about a wrong `mountPath`. See `createMountWarning`. */
  readonly mountWarning: MountWarning;
  readonly middleware: Middleware;
  readonly elementFile: ReadElementFile;
  readonly findGuideFolder: () => string | undefined;
  /** Translated texts of plugins. */
  readonly texts: readonly PluginTexts[];
  readonly http: Koa;
  readonly callback: Callback;
  /** Web pages of plugins, in a form that host applications can mount. */
  readonly website: Mountable;
}
