import {
  type BlobStore,
  type Clock,
  type DomainEventName,
  type DomainEvents,
  type Logger,
  problemsOfPostStatuses,
  type Store,
  type StoreWithAccounts,
} from "@kalends/core";
import type { Callback, KoaMiddleware } from "@kalends/http/hosting";
import type { MongodbPlace } from "@kalends/store-mongodb";
import type { Config } from "../configuration/config.ts";
import { readInstallation } from "../configuration/installation.ts";
import { createSafeLogger, ERROR_LOGGER } from "../logging/loggers.ts";
import { toStartLine } from "../logging/start-line.ts";
import type { Api } from "./api.ts";
import { type Host, problemsOfHost, toHost } from "./host.ts";
import { toKoaMiddleware } from "./koa-middleware.ts";
import type { Mountable } from "./mountable.ts";
import { openCalendar } from "./open-calendar.ts";
import type { Services } from "./services.ts";
import { createRunTransaction } from "./transactions/run-transaction.ts";
import type { RunTransaction } from "./transactions/transaction.ts";

/** The keys of `kalends.config.json`, and what only a program can give. */
export interface CalendarOptions extends Partial<Omit<Config, "storage" | "media" | "trustProxy">>, Host {
  /** Number of trusted proxies in front of the host; `true`: one. None by default. See docs/configuration.md. */
  readonly trustProxy?: boolean | number;
  /**
   * An address such as `sqlite:./kalends.db`, an opened store, or a MongoDB database (of the driver 7) with a prefix for the
   * names of our collections. What is given opened stays open when the calendar closes. Without `identity`, the store has to
   * keep accounts.
   */
  readonly storage?: string | Store | StoreWithAccounts | MongodbPlace;
  /**
   * The directory of the images' files, or an opened store of them, which stays open, too. By default they are in the same
   * MongoDB database, else in `./kalends-media`.
   */
  readonly media?: string | BlobStore;
  /** The computer's own by default. */
  readonly clock?: Clock;
  /** By default errors go to standard error, and everything else nowhere. */
  readonly logger?: Logger;
  /** Publishes scheduled records at their time, runs jobs and calls durable listeners (default true); without it the host does. */
  readonly scheduler?: boolean;
  /** Answers every path, with `/`, `/docs`, `/healthz` and `/readyz` (default false): for a calendar that has a server to itself. */
  readonly pages?: boolean;
}

/** A calendar inside a program. */
export interface Calendar {
  /** For a Koa application: answers what is under the REST root and passes everything else on untouched. */
  readonly middleware: KoaMiddleware;
  /** The same for `http.createServer`, Express, Fastify and whatever else calls `(request, response, next?)`. */
  readonly callback: Callback;
  /**
   * The pages that plugins add outside the REST root, for a host that wants them: answers what they answer and passes everything else on
   * untouched. Below `mountPath`, where there is one.
   */
  readonly website: Mountable;
  /** What the interface can do, in process. */
  readonly services: Services;
  /** The same with the names and shapes of the interface, as its client has them: `calendar.api(caller).events.list()`. */
  readonly api: Api;
  /** Writes of the services and of the host's own data in one transaction of the storage. */
  readonly transaction: RunTransaction;
  /** Publishes the scheduled records whose time has come; answers how many. */
  publishDue(): Promise<number>;
  /**
   * Calls durable listeners with what they were not called with yet, for a host that does so itself (`scheduler: false`); answers how many
   * changes they have handled. What another process is at is passed over. Also removes what is older than `outboxDays`, and
   * from an audit log that is on what is older than `auditDays`.
   */
  deliverDue(): Promise<number>;
  /**
   * Gives series the occurrences that have come within `recurrenceHorizon`, and computes times anew where this process has newer time zone
   * data, for a host that does so itself (`scheduler: false`), once a day or so; answers how many occurrences it has added.
   * What another process is at is passed over.
   */
  extendHorizon(): Promise<number>;
  readonly events: {
    /** Calls the listener after each such change is committed; answers how to stop that. See docs/plugins.md. */
    on<Name extends DomainEventName>(
      name: Name,
      listener: (change: DomainEvents[Name]) => void | Promise<void>,
    ): () => void;
  };
  /** The jobs of plugins, for a host that runs them itself (`scheduler: false`); runs of one never overlap. */
  readonly jobs: readonly {
    readonly plugin: string;
    readonly name: string;
    /** Rejects when the job fails. */
    run(): Promise<void>;
  }[];
  /** What was measured, in the text format of Prometheus. Rejects without `metrics: true`. See docs/operating.md. */
  metrics(): Promise<string>;
  /** Resolves when the store answers; rejects when it does not. */
  ready(): Promise<void>;
  /**
   * Lets the requests under way finish (at most 10 s) while new ones are answered 503, stops the scheduler, then closes
   * what the calendar opened.
   */
  close(): Promise<void>;
}

/**
 * Opens a calendar. Rejects with an `OperatorError` that names every bad or unknown option at once, or that says why
 * the storage cannot be opened. Source: rules/choices.md#configuration-errors, rules/choices.md#scheduler-off.
 */
export const createCalendar = async ({
  storage,
  media,
  clock,
  logger: given = ERROR_LOGGER,
  scheduler = true,
  pages = false,
  identity,
  authors,
  trustedOrigins,
  mountPath,
  onRequest,
  onStoreCall,
  beforeSave,
  check,
  policies,
  listeners,
  postStatuses = [],
  ...options
}: CalendarOptions = {}): Promise<Calendar> => {
  const logger = createSafeLogger(given);
  const host = toHost({
    identity,
    authors,
    trustedOrigins,
    mountPath,
    onRequest,
    onStoreCall,
    beforeSave,
    check,
    policies,
    listeners,
    postStatuses,
  });
  const installation = await readInstallation(
    {
      environment: {},
      options: {
        ...options,
        ...(typeof storage !== "object" && { storage }),
        ...(typeof media !== "object" && { media }),
      },
      optionsName: "createCalendar",
    },
    (warning) => logger.warn(warning),
    [
      ...problemsOfPostStatuses(postStatuses),
      ...problemsOfHost(host),
      ...(typeof options.metrics === "number"
        ? ["metrics is a port, on which only kalends serve listens"]
        : []),
    ],
  );
  const { cradle, callback, startScheduler, close } = await openCalendar({
    ...installation,
    ...(clock && { clock }),
    logger,
    pages,
    host,
    ...(typeof storage === "object" &&
      ("transaction" in storage ? { store: storage } : { database: storage })),
    ...(typeof media === "object" && { blobStore: media }),
  });
  if (scheduler) await startScheduler();
  const place = typeof storage === "object" ? "of the host" : undefined;
  logger.info("started", toStartLine(installation, place));
  return {
    middleware: toKoaMiddleware(cradle.middleware),
    callback,
    website: cradle.website,
    services: cradle.services,
    api: cradle.api,
    transaction: createRunTransaction(cradle),
    publishDue: () => cradle.publishDue(),
    async deliverDue() {
      const handled = await cradle.dispatcher.deliverDue();
      await cradle.removeOldEntries();
      if (cradle.config.audit) await cradle.removeOldAudit();
      return handled;
    },
    extendHorizon: () => cradle.keepSeries(),
    events: { on: (name, listener) => cradle.domainEvents.on(name, listener) },
    jobs: cradle.jobs.map((job) => ({
      plugin: job.plugin,
      name: job.value.name,
      run: () => cradle.scheduler.run(job),
    })),
    async metrics() {
      if (cradle.metrics === undefined) throw new Error("Nothing is measured without `metrics: true`.");
      return (await cradle.metrics.read()).text;
    },
    ready: cradle.ready,
    close,
  };
};
