import { createServer, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { FirstAccount, FirstLink } from "@kalends/accounts";
import { isStorageFailure } from "@kalends/core";
import { respondToUnreadable } from "@kalends/http";
import { localAddressOf } from "./configuration/public-address.ts";
import type { Cradle } from "./cradle.ts";
import { type OpenCalendarDeps, openCalendar } from "./hosting/open-calendar.ts";
import { GRACE_MS } from "./jobs/timers.ts";
import { toStartLine } from "./logging/start-line.ts";
import type { Metrics, MetricsPage } from "./metrics/metrics.ts";
import { OperatorError, problemsOf } from "./operator-error.ts";

/** Result of checking the accounts at the start. */
export interface FirstAccounts {
  /** Account that was created because the store had none; otherwise absent. */
  readonly firstAccount?: FirstAccount;
  /**
   * Link to set the first sign-in password of the administrator that a start created; absent once the
   * password is set.
   */
  readonly firstLink?: FirstLink;
  /**
   * True if an account with the role administrator is not disabled. Also true if the storage failed to return
   * the accounts.
   */
  readonly hasAdministrator: boolean;
}

export interface Started extends FirstAccounts {
  readonly port: number;
  /** URL of the REST interface: origin and REST root. */
  readonly url: string;
  /** Stops accepting requests, lets running requests finish within `GRACE_MS`, then closes everything. */
  stop(): Promise<void>;
}

/**
 * A calendar that is listening. Its first account is not created yet. Its jobs run only if `serveCalendar`
 * started them, or after `startJobs`.
 */
export interface Serving extends Pick<Started, "port" | "url" | "stop"> {
  /** Starts publishing scheduled records and running the jobs of plugins. */
  startJobs(): Promise<void>;
  /**
   * Creates the first account if none exists. Its password is shown only once, so call this after all steps
   * that can fail.
   */
  openAccounts(): Promise<FirstAccounts>;
  /** Metrics of this process; absent if metrics are off. */
  readonly metrics: Metrics | undefined;
}

/** Limits of the time that a client may take to send a request, in milliseconds. */
export type ServerLimits = Readonly<
  Required<Pick<ServerOptions, "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval">>
>;

const SWEEP_MS = 20;
/**
 * Maximum number of connections that wait to be accepted. The system may allow fewer. Additional connections
 * are reset without a response.
 */
const MAX_PENDING_CONNECTIONS = 4_096;
/**
 * Time limits for clients that send requests slowly. Without limits, a few slow clients could occupy all
 * connections.
 */
const LIMITS: ServerLimits = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Starts a calendar and serves it until `stop` is called. Rejects with an `OperatorError` if the calendar
 * cannot start.
 */
export const start = async (deps: OpenCalendarDeps): Promise<Started> => {
  const { port, url, stop, openAccounts } = await serveWithMetrics(deps);
  try {
    deps.logger.info("started", { ...toStartLine(deps), url });
    return { port, url, stop, ...(await openAccounts()) };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Serves the calendar. If the metrics have a separate port, serves them there. */
const serveWithMetrics = async (deps: OpenCalendarDeps): Promise<Serving> => {
  const serving = await serveCalendar(deps, { jobs: true });
  try {
    const { metrics } = serving;
    if (metrics === undefined) return serving;
    const stopMetrics = await listenForMetrics(deps, metrics.read);
    return {
      ...serving,
      async stop() {
        await stopMetrics();
        await serving.stop();
      },
    };
  } catch (error) {
    await serving.stop();
    throw error;
  }
};

/**
 * Serves a calendar. Neither writes the start line to the log nor creates the first account. Starts jobs only
 * if `jobs` is true. Each worker process calls this function.
 */
export const serveCalendar = async (
  deps: OpenCalendarDeps,
  { jobs, limits = LIMITS }: { readonly jobs: boolean; readonly limits?: ServerLimits },
): Promise<Serving> => {
  const { host, port: wanted, restRoot } = deps.config;
  const { cradle, callback, startScheduler, endWork, close } = await openCalendar({
    ...deps,
    localAddress: localAddressOf(deps.config),
  });
  const server = createServer({ ...limits, requireHostHeader: false });
  const { logger, settings, metrics } = cradle;
  respondToUnreadable(server, callback, { logger, settings, onUnreadable: metrics?.onUnreadable });
  const stop = async (): Promise<void> => {
    // Keep the process alive while the calendar closes. The process could otherwise end with the storage
    // still open.
    const alive = setInterval(() => undefined, GRACE_MS);
    try {
      // End change streams and requests to other servers first, because the server waits for them.
      endWork();
      if (server.listening) await stopServing(server);
      await close();
    } finally {
      clearInterval(alive);
    }
  };
  try {
    // Read the accounts now: damaged accounts must prevent the start before clients can connect. Damage that
    // occurs later does not stop the server.
    await cradle.accounts.list();
    if (jobs) await startScheduler();
    const port = await listen(server, host, wanted);
    server.on("error", (error) => deps.logger.error("the HTTP server reported an error", { error }));
    await orLogStorageFailure(cradle.ready(), "the storage is not ready", logger);
    return {
      port,
      url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${restRoot}`,
      stop,
      startJobs: startScheduler,
      metrics: cradle.metrics,
      openAccounts: async () =>
        (await orLogStorageFailure(
          firstAccounts(cradle),
          "the accounts could not be checked for a first account",
          logger,
        )) ?? {
          hasAdministrator: true,
        },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/**
 * Returns the result of the work. If the storage fails, logs the error and returns `undefined`, because
 * undamaged parts of the storage can still be served.
 * Source: rules/choices.md#start-and-end.
 */
const orLogStorageFailure = async <T>(
  work: Promise<T>,
  what: string,
  { error: log }: Pick<OpenCalendarDeps["logger"], "error">,
): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    const [reason] = problemsOf(error);
    log(what, { reason, error });
    return undefined;
  }
};

const firstAccounts = async ({ accounts: all }: Pick<Cradle, "accounts">): Promise<FirstAccounts> => {
  const firstAccount = await all.createFirstAccount();
  const firstLink = await all.createFirstLink();
  const accounts = firstAccount === undefined ? await all.list() : [];
  return {
    ...(firstAccount && { firstAccount }),
    ...(firstLink && { firstLink }),
    hasAdministrator:
      firstAccount !== undefined ||
      accounts.some(({ role, isDisabled }) => role === "administrator" && !isDisabled),
  };
};

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "the port is in use; stop the other program, or choose another port with --port or KALENDS_PORT",
  EACCES: "no permission to use this port; choose one from 1024",
  EADDRNOTAVAIL: "this computer has no such address",
  ENOTFOUND: "no such host",
};

/**
 * Serves the metrics if they have a separate port. Returns a function that stops serving them. Rejects with
 * an `OperatorError` that names the reason if the port cannot be used.
 */
export const listenForMetrics = async (
  { config: { host, metrics }, logger }: Pick<OpenCalendarDeps, "config" | "logger">,
  read: () => Promise<MetricsPage>,
): Promise<() => Promise<void>> => {
  if (typeof metrics !== "number") return async () => undefined;
  const { createMetricsServer } = await import("./metrics/metrics-server.ts");
  const server = createMetricsServer({ read, logger });
  await listen(server, host, metrics, " for KALENDS_METRICS");
  server.on("error", (error) => logger.error("the HTTP server reported an error", { error }));
  return () => stopServing(server);
};

const listen = (server: Server, host: string, port: number, purpose = ""): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ""] ?? error.message;
      reject(new OperatorError([`Cannot listen on ${host}, port ${port}${purpose}: ${reason}`]));
    });
    // The cast is safe: a listening TCP server has an address and a port.
    server.listen({ host, port, backlog: MAX_PENDING_CONNECTIONS }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });

const stopServing = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // Close idle connections repeatedly. A connection kept alive after its last response would delay the end
    // for seconds.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
