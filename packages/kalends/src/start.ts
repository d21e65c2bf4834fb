import { createServer, type Server, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { FirstAccount } from "@kalends/accounts";
import { isStorageFailure } from "@kalends/core";
import { answerUnreadable } from "@kalends/http";
import type { Cradle } from "./cradle.ts";
import { type OpenCalendarDeps, openCalendar } from "./hosting/open-calendar.ts";
import { GRACE_MS } from "./jobs/timers.ts";
import { toStartLine } from "./logging/start-line.ts";
import type { Metrics, MetricsPage } from "./metrics/metrics.ts";
import { OperatorError, problemsOf } from "./operator-error.ts";

/** What a first look at the accounts finds. */
export interface FirstAccounts {
  /** Only when the store had no account. */
  readonly firstAccount?: FirstAccount;
  /** Whether anybody may do everything. */
  readonly hasAdministrator: boolean;
}

export interface Started extends FirstAccounts {
  readonly port: number;
  /** Where the interface is: origin and REST root. */
  readonly url: string;
  /** Takes no new requests, finishes those that run (at most `GRACE_MS`), then closes everything in sequence. */
  stop(): Promise<void>;
}

/** A calendar that is served, which nobody is told of yet. */
export interface Serving extends Pick<Started, "port" | "url" | "stop"> {
  /** Publishes what is due and runs the jobs of plugins from now on. */
  startJobs(): Promise<void>;
  /** Makes the first account where there is none: its password is shown only once, so nothing must fail after it. */
  openAccounts(): Promise<FirstAccounts>;
  /** Absent: nothing is measured. */
  readonly metrics: Metrics | undefined;
}

/** For how long a client may send, in milliseconds. */
export type ServerLimits = Readonly<
  Required<Pick<ServerOptions, "headersTimeout" | "requestTimeout" | "connectionsCheckingInterval">>
>;

const SWEEP_MS = 20;
/** Connections that wait to be accepted, as far as the system allows as many: what is beyond is reset, and not told why. */
const BACKLOG = 4_096;
/** Clients that take longer to send a request are cut off: otherwise a few slow ones could hold every connection. */
const LIMITS: ServerLimits = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
};

/** Serves a calendar until `stop`. An `OperatorError` says why it cannot. */
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

/** On the port of their own, if they have one. */
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

/** The same without a word to anybody, and perhaps without jobs: what one of several processes does. */
export const serveCalendar = async (
  deps: OpenCalendarDeps,
  { jobs, limits = LIMITS }: { readonly jobs: boolean; readonly limits?: ServerLimits },
): Promise<Serving> => {
  const { host, port: wanted, restRoot } = deps.config;
  const { cradle, callback, startScheduler, endWork, close } = await openCalendar(deps);
  const server = createServer({ ...limits, requireHostHeader: false });
  const { logger, settings, metrics } = cradle;
  answerUnreadable(server, callback, { logger, settings, onUnreadable: metrics?.onUnreadable });
  const stop = async (): Promise<void> => {
    // What is waited for need not keep the process alive by itself: it would end with the storage still open.
    const alive = setInterval(() => undefined, GRACE_MS);
    try {
      // The server waits for streams, and for requests that wait for other servers.
      endWork();
      if (server.listening) await stopServing(server);
      await close();
    } finally {
      clearInterval(alive);
    }
  };
  try {
    // Damage among accounts ends the start before anybody can connect; later it does not end a server that listens.
    await cradle.accounts.list();
    if (jobs) await startScheduler();
    const port = await listen(server, host, wanted);
    server.on("error", (error) => deps.logger.error("the server had an error", { error }));
    await unlessStorageFails(cradle.ready(), "the storage is not ready", logger);
    return {
      port,
      url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${restRoot}`,
      stop,
      startJobs: startScheduler,
      metrics: cradle.metrics,
      openAccounts: async () =>
        (await unlessStorageFails(firstAccounts(cradle), "no first account was looked for", logger)) ?? {
          hasAdministrator: true,
        },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** `undefined` where the storage fails, which is logged: requests are answered by what is sound of it. Source: rules/choices.md#start-and-end. */
const unlessStorageFails = async <T>(
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
  const accounts = firstAccount === undefined ? await all.list() : [];
  return {
    ...(firstAccount && { firstAccount }),
    hasAdministrator: firstAccount !== undefined || accounts.some(({ role }) => role === "administrator"),
  };
};

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "the port is in use; end the other program, or choose another port with --port or KALENDS_PORT",
  EACCES: "no permission for this port",
  EADDRNOTAVAIL: "this computer has no such address",
  ENOTFOUND: "no such host",
};

/** Serves what is measured where that is to have a port of its own; answers how to stop that. An `OperatorError` says why it cannot. */
export const listenForMetrics = async (
  { config: { host, metrics }, logger }: Pick<OpenCalendarDeps, "config" | "logger">,
  read: () => Promise<MetricsPage>,
): Promise<() => Promise<void>> => {
  if (typeof metrics !== "number") return async () => undefined;
  const { createMetricsServer } = await import("./metrics/metrics-server.ts");
  const server = createMetricsServer({ read, logger });
  await listen(server, host, metrics, " for KALENDS_METRICS");
  server.on("error", (error) => logger.error("the server had an error", { error }));
  return () => stopServing(server);
};

const listen = (server: Server, host: string, port: number, purpose = ""): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ""] ?? error.message;
      reject(new OperatorError([`Cannot listen on ${host}, port ${port}${purpose}: ${reason}`]));
    });
    // A TCP server that listens has an address and a port.
    server.listen({ host, port, backlog: BACKLOG }, () => resolve((server.address() as AddressInfo).port));
  });

const stopServing = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    // A connection kept alive after its last answer would hold the server for seconds.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const deadline = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
