import autocannon, { type Client } from "autocannon";
import type { Running } from "./server.ts";

/** What one load of a few seconds showed. */
export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time for each answer, in all threads of the server. */
  readonly processor: number;
  /** Answers that were not 2xx; a figure with any is worth nothing. */
  readonly failures: number;
}

export interface Load {
  readonly server: Pick<Running, "processorTime">;
  readonly url: string;
  /** On the same server, asked for in turn with the first one, by each connection in an order of its own. */
  readonly others?: readonly string[];
  readonly seconds: number;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const CONNECTIONS = 8;

/** Asks over eight connections at once for the given time, after a warm-up of one second. */
export const measure = async ({
  server,
  url,
  others = [],
  seconds,
  method = "GET",
  headers = {},
  body,
}: Load): Promise<Measured> => {
  const paths = [url, ...others].map((each) => each.slice(new URL(each).origin.length));
  let clients = 0;
  const options = {
    url,
    ...(paths.length > 1 && {
      setupClient: (client: Client) => {
        const first = Math.floor((clients % CONNECTIONS) * (paths.length / CONNECTIONS));
        clients += 1;
        client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ path })));
      },
    }),
    method,
    headers: { ...headers },
    connections: CONNECTIONS,
    // A part of the body that differs from request to request.
    ...(body !== undefined && { body, idReplacement: true }),
  };
  await autocannon({ ...options, duration: 1 });
  const before = server.processorTime();
  const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds });
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    processor: (server.processorTime() - before) / requests.total,
    failures: non2xx + errors,
  };
};
