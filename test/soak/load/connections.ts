import { connect, type Socket } from "node:net";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";

/**
 * Result of a load on many connections. Each connection sends its next request when it has received a
 * response.
 */
export interface LoadResult {
  /** Number of responses by status. 0 counts broken connections. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Responses per second. */
  readonly perSecond: number;
  /** Response times of responses other than 503, in milliseconds. */
  readonly accepted: Latencies;
  /** Response times of 503 responses, in milliseconds. */
  readonly shed: Latencies;
  /** Number of 503 responses without a `Retry-After` header. */
  readonly without: number;
}

interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Returns the next request as text. */
  next(): string;
}

const toLatencies = (histogram: RecordableHistogram): Latencies => {
  const [p50 = 0, p99 = 0] = [50, 99].map((percent) => histogram.percentile(percent) / 1000);
  return { p50, p99, max: histogram.count === 0 ? 0 : histogram.max / 1000 };
};

/** Sends requests on `connections` connections for `seconds` seconds. */
export const runLoad = async ({ port, connections, seconds, next }: Load): Promise<LoadResult> => {
  const statuses = new Map<number, number>();
  const [accepted, shed] = [createHistogram(), createHistogram()];
  let without = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;

  const serveOne = (): Promise<void> =>
    new Promise((resolve) => {
      let socket: Socket;
      let sent = 0;
      let received = "";
      const count = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const ask = (): void => {
        if (performance.now() >= end) {
          socket.destroy();
          return;
        }
        received = "";
        sent = performance.now();
        socket.write(next());
      };
      const take = (text: string): void => {
        received += text;
        const head = received.indexOf("\r\n\r\n");
        if (head < 0) return;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
        // The text is decoded as Latin-1, so one character is one byte.
        if (received.length < head + 4 + length) return;
        const status = Number(received.slice(9, 12));
        count(status);
        (status === 503 ? shed : accepted).record(Math.max(1, Math.round((performance.now() - sent) * 1000)));
        if (status === 503 && !/\r\nretry-after: \d/i.test(received)) without += 1;
        if (/\r\nconnection: close/i.test(received)) socket.destroy();
        else ask();
      };
      const open = (): void => {
        socket = connect(port, "127.0.0.1", ask).setEncoding("latin1");
        socket.on("data", take);
        socket.on("error", () => count(0));
        socket.on("close", () => (performance.now() < end ? setTimeout(open, 10) : resolve()));
      };
      open();
    });

  await Promise.all(Array.from({ length: connections }, serveOne));
  const answers = [...statuses.values()].reduce((sum, each) => sum + each, 0);
  return {
    statuses,
    perSecond: answers / ((performance.now() - begun) / 1000),
    accepted: toLatencies(accepted),
    shed: toLatencies(shed),
    without,
  };
};
