import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "@kalends/core";
import { type CalendarOptions, createCalendar } from "kalends";
import type { TestStore } from "../stores.ts";
import { type Answer, type Client, createClient } from "./client.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

/** Two servers on one store at the same time of day: one keeps answers, the other one makes each anew. */
export interface Twins {
  readonly calendar: StartedCalendar;
  /** What both answer, the one that keeps answers first: they have to be alike. */
  ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<readonly Comparable[]>;
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

type Comparable = Omit<Answer, "body">;

/** What is different on every answer. */
const OWN: ReadonlySet<string> = new Set(["date", "x-request-id"]);

const toComparable = ({ status, headers, text }: Answer): Comparable => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
  text,
});

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
  const clients: readonly Client[] = agents.map((agent, index) =>
    createClient(ports[index] ?? 0, new Map(), agent),
  );
  return {
    calendar,
    ask: (method, path, headers) =>
      Promise.all(
        clients.map(async (client) =>
          toComparable(
            await client.send(method, path, { headers: { host: "calendar.example", ...headers } }),
          ),
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
