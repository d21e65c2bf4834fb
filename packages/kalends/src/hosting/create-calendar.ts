import type { BlobStore, Clock, Logger } from "@kalends/core";
import {
  DOMAIN_EVENT_NAMES,
  type DomainEventName,
  type DomainEvents,
  problemsOfPostStatuses,
} from "@kalends/core/interface";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import type { Callback, KoaMiddleware } from "@kalends/http/hosting";
import type { MongodbPlace } from "@kalends/store-mongodb";
import type { As } from "../api/as.ts";
import type { Config } from "../configuration/config.ts";
import { readInstallation } from "../configuration/installation.ts";
import { CONSOLE_LOGGER, createSafeLogger, ERROR_LOGGER } from "../logging/loggers.ts";
import { toStartLine } from "../logging/start-line.ts";
import { OperatorError } from "../operator-error.ts";
import { logImpureReads } from "../plugins/impure-reads.ts";
import { type Host, problemsOfHost, toHost } from "./host.ts";
import { toKoaMiddleware } from "./koa-middleware.ts";
import { openCalendar } from "./open-calendar.ts";
import { problemsOfForms } from "./option-forms.ts";
import { createRunTransaction } from "./transactions/run-transaction.ts";
import type { RunTransaction } from "./transactions/transaction.ts";

/** Request handlers for host applications: one for Koa, and one for all others. */
export interface Mountable {
  /** Middleware for a Koa application. */
  readonly middleware: KoaMiddleware;
  /**
   * Handler for `http.createServer`, Express, Fastify and all other callers with the signature `(request,
   * response, next?)`.
   */
  readonly callback: Callback;
}

/**
 * Options of `createCalendar`: the settings of `kalends.config.json`, and options that only a program can
 * pass.
 */
export interface CalendarOptions extends Partial<Omit<Config, "storage" | "media" | "trustProxy">>, Host {
  /**
   * Number of trusted proxies in front of the host; `true` means one. Defaults to none. See
   * docs/reference/configuration.md.
   */
  readonly trustProxy?: boolean | number;
  /**
   * Storage: an address such as `sqlite:./kalends.db`, an opened store, or a MongoDB database (driver 7) with
   * a prefix for collection names. The calendar does not close a store or database that you pass. Without
   * `identity`, the store must support accounts.
   */
  readonly storage?: string | Store | StoreWithAccounts | MongodbPlace;
  /**
   * Directory of image files, or an opened blob store, which the calendar does not close. By default, the
   * files are in the calendar's MongoDB database, or else in `./kalends-media`.
   */
  readonly media?: string | BlobStore;
  /** Source of the current time; defaults to the system clock. */
  readonly clock?: Clock;
  /**
   * Receives log lines. By default, errors go to standard error and all other lines are dropped. Pass
   * `console` to print all lines except debug lines.
   */
  readonly logger?: Logger;
  /**
   * True to publish scheduled records, run jobs and call durable listeners. Defaults to true. If false, the
   * host application must call `publishDue`, `deliverDue`, `extendHorizon` and the jobs.
   */
  readonly scheduler?: boolean;
  /**
   * True to respond to every path, including `/`, `/docs`, `/healthz` and `/readyz`, for a calendar with its
   * own server. Defaults to false.
   */
  readonly pages?: boolean;
}

/** A calendar that runs inside a program. */
export interface Calendar {
  /**
   * Middleware for a Koa application. It responds to paths below the REST root, and passes all other requests
   * to the next middleware.
   */
  readonly middleware: KoaMiddleware;
  /**
   * Like `middleware`, for `http.createServer`, Express, Fastify and all other callers with the signature
   * `(request, response, next?)`.
   */
  readonly callback: Callback;
  /**
   * Handlers for web pages of plugins, which are outside of the REST root and below `mountPath`. They pass
   * requests that no plugin handles to the next handler.
   */
  readonly website: Mountable;
  /** Runs operations in process with the rights of a caller: `calendar.as(user).events.list()`. */
  readonly as: As;
  /** Runs writes to the calendar and to the host's own data in one transaction of the storage. */
  readonly transaction: RunTransaction;
  /** Publishes scheduled records whose time has come. Returns their number. */
  publishDue(): Promise<number>;
  /**
   * Calls durable listeners with pending changes, except for consumers that another process is serving.
   * Returns the number of handled changes. Also sends waiting mail. Removes outbox entries older than
   * `outboxDays`, mail that waited too long, and versions of records beyond `history`. If the audit log is on,
   * also removes audit entries older than `auditDays`. Call this regularly with `scheduler: false`.
   */
  deliverDue(): Promise<number>;
  /**
   * Adds the occurrences that are now within `recurrenceHorizon`. Returns their number. Also recomputes times
   * if this process has newer time zone data. Call this about once a day with `scheduler: false`. Skips work
   * that another process is doing.
   */
  extendHorizon(): Promise<number>;
  readonly events: {
    /**
     * Registers a listener that is called after each commit of a matching change. Returns a function that
     * removes the listener. Throws a `TypeError` for an unknown event name. See docs/plugins.md.
     */
    on<Name extends DomainEventName>(
      name: Name,
      listener: (change: DomainEvents[Name]) => void | Promise<void>,
    ): () => void;
  };
  /**
   * Jobs of plugins, which the host application must run itself with `scheduler: false`. Two runs of the same
   * job never overlap.
   */
  readonly jobs: readonly {
    readonly plugin: string;
    readonly name: string;
    /** Runs the job once. Rejects if it fails. */
    run(): Promise<void>;
  }[];
  /**
   * Returns the metrics in the text format of Prometheus. Rejects unless the option `metrics` is true. See
   * docs/how-to/operate.md.
   */
  metrics(): Promise<string>;
  /** Resolves if the store responds. Rejects otherwise. */
  ready(): Promise<void>;
  /**
   * Closes the calendar. New requests get status 503, and no further job starts. Running requests, jobs and
   * durable listeners may finish within 10 s. Then everything that the calendar opened is closed.
   */
  close(): Promise<void>;
}

/** Names of the options that are not settings. Only a program can pass them. */
const NO_SETTINGS: Readonly<Record<Exclude<keyof CalendarOptions, keyof Config>, true>> = {
  ...{ clock: true, logger: true, scheduler: true, pages: true },
  ...{ identity: true, usersOf: true, signInUrl: true, authors: true, trustedOrigins: true, mountPath: true },
  ...{ use: true, onRequest: true, onStoreCall: true, beforeSave: true, check: true },
  ...{ policies: true, listeners: true, postStatuses: true, register: true },
};

/**
 * Opens a calendar. Rejects with an `OperatorError` that names all invalid and unknown options, or the reason
 * why the storage cannot be opened.
 * Source: rules/choices.md#configuration-errors, rules/choices.md#scheduler-off.
 */
export const createCalendar = async (givenOptions: CalendarOptions = {}): Promise<Calendar> => {
  // Check the type, because a caller without TypeScript may pass anything.
  if (typeof givenOptions !== "object" || givenOptions === null)
    throw new OperatorError(['createCalendar takes an object, such as { storage: "sqlite:./kalends.db" }']);
  const {
    storage,
    media,
    clock,
    logger: given = ERROR_LOGGER,
    scheduler = true,
    pages = false,
    identity,
    usersOf,
    signInUrl,
    authors,
    trustedOrigins,
    mountPath,
    use,
    onRequest,
    onStoreCall,
    beforeSave,
    check,
    policies,
    listeners,
    postStatuses = [],
    register,
    ...options
  } = givenOptions;
  const isLogger = problemsOfForms({ logger: given }).length === 0;
  const usable = isLogger ? given : ERROR_LOGGER;
  const logger = createSafeLogger(usable === console ? CONSOLE_LOGGER : usable);
  const host = toHost({
    identity,
    usersOf,
    signInUrl,
    authors,
    trustedOrigins,
    mountPath,
    use,
    onRequest,
    onStoreCall,
    beforeSave,
    check,
    policies,
    listeners,
    postStatuses,
    register,
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
      otherKeys: Object.keys(NO_SETTINGS),
    },
    (warning) => logger.warn(warning),
    [
      ...problemsOfForms({
        ...(typeof storage === "object" && { storage }),
        ...(typeof media === "object" && { media: media ?? undefined }),
        ...{ clock: clock ?? undefined, authors: host.authors },
        ...{ logger: given, scheduler, pages, postStatuses },
      }),
      ...(problemsOfForms({ postStatuses }).length > 0 ? [] : problemsOfPostStatuses(postStatuses)),
      ...problemsOfHost(host),
      ...(typeof options.metrics === "number"
        ? ["metrics must not be a port in createCalendar: only `kalends serve` listens on a port"]
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
  else logImpureReads(cradle.impureReads, logger);
  const place = typeof storage === "object" ? "of the host" : undefined;
  logger.info("started", toStartLine(installation, place));
  return {
    middleware: toKoaMiddleware(cradle.middleware),
    callback,
    website: cradle.website,
    as: cradle.as,
    transaction: createRunTransaction(cradle),
    publishDue: () => cradle.publishDue(),
    async deliverDue() {
      const handled = await cradle.dispatcher.deliverDue();
      await cradle.removeOldEntries();
      await cradle.sendDueMail?.(() => false);
      await cradle.removeOldMail();
      await cradle.removeOldVersions();
      if (cradle.config.audit) await cradle.removeOldAudit();
      return handled;
    },
    extendHorizon: () => cradle.keepSeries(),
    events: {
      on(name, listener) {
        if (!DOMAIN_EVENT_NAMES.includes(name))
          throw new TypeError(`${name} is not a domain event; known names: ${DOMAIN_EVENT_NAMES.join(", ")}`);
        if (typeof listener !== "function") throw new TypeError(`The listener to ${name} is not a function`);
        return cradle.domainEvents.on({ on: name, handle: listener });
      },
    },
    jobs: cradle.jobs.map((job) => ({
      plugin: job.plugin,
      name: job.value.name,
      run: () => cradle.scheduler.run(job),
    })),
    async metrics() {
      if (cradle.metrics === undefined)
        throw new Error("Metrics are off: pass `metrics: true` to createCalendar.");
      return (await cradle.metrics.read()).text;
    },
    ready: cradle.ready,
    close,
  };
};
