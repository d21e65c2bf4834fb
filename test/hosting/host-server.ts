import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "kalends";
import { type Client, createClient } from "../http/client.ts";

/** Server of a host application on a free port. */
export interface HostServer extends Client {
  close(): Promise<void>;
}

export const listen = async (listener: RequestListener): Promise<HostServer> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...createClient((server.address() as AddressInfo).port, new Map()),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const AN_EVENT = {
  title: "Spring fair",
  start_date: "2031-05-01 10:00",
  end_date: "2031-05-01 12:00",
};

/** Fixed clock, set shortly before the events of the tests. */
export const CLOCK: Clock = { now: () => Date.UTC(2031, 0, 1) };
