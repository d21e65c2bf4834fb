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

/** The same for both kinds of host. */
export interface Mountable {
  /** For a Koa application. */
  readonly middleware: KoaMiddleware;
  /** For `http.createServer`, Express, Fastify and whatever else calls `(request, response, next?)`. */
  readonly callback: Callback;
}

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
  /** By default errors go to standard error, and everything else nowhere; `console` gets all but debug lines. */
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
  /** The operations of the interface, in process, with the rights of this caller: `calendar.as(user).events.list()`. */
  readonly as: As;
  /** Writes of the calendar and of the host's own data in one transaction of the storage. */
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
    /**
     * Calls the listener after each such change is committed; answers how to stop that. Throws a `TypeError` for an unknown name. See
     * docs/explanation/plugins.md.
     */
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

/** Options that only a program can give. */
const NO_SETTINGS: Readonly<Record<Exclude<keyof CalendarOptions, keyof Config>, true>> = {
  ...{ clock: true, logger: true, scheduler: true, pages: true },
  ...{ identity: true, authors: true, trustedOrigins: true, mountPath: true },
  ...{ use: true, onRequest: true, onStoreCall: true, beforeSave: true, check: true },
  ...{ policies: true, listeners: true, postStatuses: true, register: true },
};

/**
 * Opens a calendar. Rejects with an `OperatorError` that names every bad or unknown option at once, or that says why
 * the storage cannot be opened. Source: rules/choices.md#configuration-errors, rules/choices.md#scheduler-off.
 */
export const createCalendar = async (asked: CalendarOptions = {}): Promise<Calendar> => {
  // Callers without types may give anything.
  if (typeof asked !== "object" || asked === null)
    throw new OperatorError(['createCalendar takes an object, such as { storage: "sqlite:./kalends.db" }']);
  const {
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
  } = asked;
  const isLogger = problemsOfForms({ logger: given }).length === 0;
  const usable = isLogger ? given : ERROR_LOGGER;
  const logger = createSafeLogger(usable === console ? CONSOLE_LOGGER : usable);
  const host = toHost({
    identity,
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
      if (cradle.config.audit) await cradle.removeOldAudit();
      return handled;
    },
    extendHorizon: () => cradle.keepSeries(),
    events: {
      on(name, listener) {
        if (!DOMAIN_EVENT_NAMES.includes(name))
          throw new TypeError(`${name} never happens; known names: ${DOMAIN_EVENT_NAMES.join(", ")}`);
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
      if (cradle.metrics === undefined) throw new Error("Nothing is measured without `metrics: true`.");
      return (await cradle.metrics.read()).text;
    },
    ready: cradle.ready,
    close,
  };
};
