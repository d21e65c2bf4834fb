import autocannon from "autocannon";

/** What one load of a few seconds showed. */
export interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 2xx; a figure with any is worth nothing. */
  readonly failures: number;
}

export interface Load {
  readonly url: string;
  readonly seconds: number;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const CONNECTIONS = 8;

/** Asks over eight connections at once for the given time, after a warm-up of one second. */
export const measure = async ({
  url,
  seconds,
  method = "GET",
  headers = {},
  body,
}: Load): Promise<Measured> => {
  const options = {
    url,
    method,
    headers: { ...headers },
    connections: CONNECTIONS,
    ...(body !== undefined && { body }),
  };
  await autocannon({ ...options, duration: 1 });
  const { requests, latency, non2xx, errors } = await autocannon({ ...options, duration: seconds });
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, failures: non2xx + errors };
};
