import { Agent, createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "@kalends/core";
import { type CalendarOptions, createCalendar } from "kalends";
import type { TestStore } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

/**
 * Two servers with the same store and the same clock. One caches responses; the other builds each response
 * anew.
 */
export interface Twins {
  readonly calendar: StartedCalendar;
  /**
   * Sends a request to both servers and checks that the responses are equal. Returns both responses, that of
   * the caching server first.
   */
  ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly Comparable[]>;
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

interface Comparable {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Body as received, possibly compressed. */
  readonly bytes: string;
}

/** Headers that differ in every response. */
const OWN: ReadonlySet<string> = new Set(["date", "x-request-id"]);

const ask = (
  agent: Agent,
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Comparable> =>
  new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: "127.0.0.1", port, agent, method, path, headers }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () =>
        resolve({
          status: incoming.statusCode,
          headers: Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !OWN.has(name))),
          bytes: Buffer.concat(chunks).toString("latin1"),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end();
  });

/**
 * Converts a path relative to the API, to the root or, with `//`, to the site, into a path for the request.
 */
const toPath = (path: string): string => {
  if (path.startsWith("//")) return path.slice(1);
  return path.startsWith("/wp-json") || path.startsWith("/?") ? path : NAMESPACE + path;
};

export const startTwins = async (store: TestStore, options: CalendarOptions = {}): Promise<Twins> => {
  let now = NOW;
  const clock: Clock = { now: () => now };
  const common = { clock, scheduler: false, pages: true, timezone: "America/New_York", ...options };
  const calendar = await startCalendar(store, { ...common, cacheMemory: 16 });
  const forgetful = await createCalendar({
    ...common,
    storage: calendar.store,
    media: calendar.blobStore,
    cacheMemory: 0,
  });
  const server = createServer(forgetful.callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
  const ports = [Number(new URL(calendar.origin).port), (server.address() as AddressInfo).port];
  return {
    calendar,
    ask: (method, path, headers) =>
      Promise.all(
        agents.map((agent, index) =>
          ask(agent, ports[index] ?? 0, method, toPath(path), { host: "calendar.example", ...headers }),
        ),
      ),
    pass(milliseconds) {
      now += milliseconds;
    },
    async close() {
      for (const agent of agents) agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await forgetful.close();
      await calendar.close();
    },
  };
};
