import autocannon, { type Client } from "autocannon";
import type { Running } from "./server.ts";

/** One request. */
export interface LoadRequest {
  /** Path below the URL of the server. */
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that are sent to a server. */
export interface Load {
  readonly server: Pick<Running, "url" | "processorTime" | "profile">;
  /**
   * A list of requests that each connection repeats in its own order, or a function that creates each
   * request.
   */
  readonly source: readonly LoadRequest[] | (() => LoadRequest);
  /** Number of connections. Default: 8. */
  readonly connections?: number;
  /** Expected class of status codes: 2 by default, 3 for unchanged responses. */
  readonly status?: 2 | 3;
}

/** Extent of a load: seconds, or a number of requests. */
export type Extent = ({ readonly seconds: number } | { readonly amount: number }) & {
  readonly isWarmUp?: boolean;
};

/** Results of one load. */
export interface Measured {
  /** Responses per second. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time per response, in all threads and processes of the server. */
  readonly processor: number;
  /**
   * Number of responses with another status class, and of broken connections. Results with failures are
   * invalid.
   */
  readonly failures: number;
}

const CONNECTIONS = 8;

/** Milliseconds between two readings of the clock. */
const SAMPLE = 20;

const now = (): number => Number(process.hrtime.bigint() / 1000n);

/**
 * Creates the options of a request. Compressed responses are not requested, because compression is not
 * compared.
 */
const toRequest = (base: string, { path, method = "GET", headers, body }: LoadRequest) => ({
  path: base + path,
  method,
  headers: { "accept-encoding": "identity", ...headers },
  ...(body !== undefined && { body }),
});

export const measure = async (load: Load, extent: Extent): Promise<Measured> => {
  const { server, source, connections = CONNECTIONS, status = 2 } = load;
  const { origin, pathname } = new URL(server.url);
  const base = pathname === "/" ? "" : pathname;
  let clients = 0;
  const requests =
    typeof source === "function"
      ? [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...toRequest(base, source()) }) }]
      : source.map((each) => toRequest(base, each));
  const begun = now();
  const before = server.processorTime();
  const result = await autocannon({
    url: origin,
    connections,
    sampleInt: SAMPLE,
    ...("seconds" in extent ? { duration: extent.seconds } : { amount: extent.amount }),
    requests,
    ...(requests.length > 1 && {
      setupClient: (client: Client) => {
        const first = Math.floor((clients % connections) * (requests.length / connections));
        clients += 1;
        client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
      },
    }),
  });
  if (!extent.isWarmUp) server.profile?.(begun, now());
  const { total } = result.requests;
  return {
    perSecond: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: (server.processorTime() - before) / total,
    failures: total - result[status === 2 ? "2xx" : "3xx"] + result.errors,
  };
};

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Returns the median of each result over all rounds, and the sum of failures. */
export const medianOf = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  processor: median(rounds.map(({ processor }) => processor)),
  failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
});

/** Responses after which code is compiled and caches are filled, and the maximum seconds for them. */
const WARM = 6000;
const MAX_SECONDS = 10;

export const warmUp = async (load: Load): Promise<void> => {
  let answered = 0;
  for (let second = 0; second < MAX_SECONDS && answered < WARM; second += 1) {
    answered += (await measure(load, { seconds: 1, isWarmUp: true })).perSecond;
  }
};

/** Number and length of the rounds of each load. */
export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Runs several loads in alternating rounds, because the speed of a machine varies. Each is warmed up before
 * the first round.
 */
export const alternate = async <Name extends string>(
  loads: Readonly<Record<Name, Load>>,
  { rounds, seconds }: Rounds,
): Promise<Readonly<Record<Name, Measured>>> => {
  const measured = Object.entries<Load>(loads).map(([name, load]) => ({
    name,
    load,
    figures: [] as Measured[],
  }));
  for (const { load } of measured) await warmUp(load);
  for (let round = 0; round < rounds; round += 1) {
    for (const { load, figures } of measured) figures.push(await measure(load, { seconds }));
  }
  const medians = measured.map(({ name, figures }) => [name, medianOf(figures)] as const);
  // Cast: the object has the keys of the loads.
  return Object.fromEntries(medians) as Record<Name, Measured>;
};
