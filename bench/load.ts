import autocannon, { type Client } from "autocannon";
import type { Running } from "./server.ts";

/** Request that the load generator sends. */
export interface LoadRequest {
  /** Path below the URL of the server. */
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests for one server, and the way in which they are sent. */
export interface Load {
  readonly server: Pick<Running, "url" | "processorTime" | "profile">;
  /**
   * Requests of this load. In a list, each connection starts at another place and repeats the list. A
   * function is called for each request.
   */
  readonly source: readonly LoadRequest[] | (() => LoadRequest);
  /** Number of concurrent connections. Default 8. */
  readonly connections?: number;
  /** Expected class of status codes. Default 2; use 3 for responses with status 304. */
  readonly status?: 2 | 3;
}

/** Length of a load, as seconds or as a number of requests. */
export type Extent = ({ readonly seconds: number } | { readonly amount: number }) & {
  readonly isWarmUp?: boolean;
};

/** Results of sending one load to a server. */
export interface Measured {
  /** Responses per second. */
  readonly perSecond: number;
  /** Response times in milliseconds: median and 99th percentile. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time per response in microseconds, summed over all threads and processes of the server. */
  readonly processor: number;
  /**
   * Number of responses of another status class, plus broken connections. A result with failures is not
   * valid.
   */
  readonly failures: number;
}

const CONNECTIONS = 8;

/** Interval in milliseconds at which the load generator checks the time. */
const SAMPLE = 20;

const now = (): number => Number(process.hrtime.bigint() / 1000n);

/**
 * Creates the request for autocannon. It does not accept compressed responses, because compression is not
 * part of the comparison.
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

/** Returns the median of each value over all rounds. `failures` is the sum over all rounds. */
export const medianOf = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  processor: median(rounds.map(({ processor }) => processor)),
  failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
});

/**
 * `WARM` is the number of responses of a warm-up, after which code is compiled and caches are filled.
 * `MAX_SECONDS` is its time limit.
 */
const WARM = 6000;
const MAX_SECONDS = 10;

export const warmUp = async (load: Load): Promise<void> => {
  let answered = 0;
  for (let second = 0; second < MAX_SECONDS && answered < WARM; second += 1) {
    answered += (await measure(load, { seconds: 1, isWarmUp: true })).perSecond;
  }
};

/** Number of rounds per load, and length of a round in seconds. */
export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Measures several loads in alternating rounds and returns the medians. Alternating compensates for changes
 * in the speed of the machine. Each load is warmed up before the first round.
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
  // Cast: the object has the same keys as `loads`.
  return Object.fromEntries(medians) as Record<Name, Measured>;
};
