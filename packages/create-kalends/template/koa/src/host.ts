import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CalendarOptions, createCalendar } from "kalends";
import Koa from "koa";
import { userOf } from "./users.ts";

export interface HostOptions {
  /** Port to listen on; 0 selects a free one. */
  readonly port: number;
  readonly calendar: CalendarOptions;
}

export interface Host {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a Koa application that contains a calendar. */
export const startHost = async ({ port, calendar: options }: HostOptions): Promise<Host> => {
  const calendar = await createCalendar({ ...options, identity: userOf });

  const app = new Koa();
  app.use(calendar.middleware);
  app.use((ctx) => {
    if (ctx.path === "/") ctx.body = "Welcome. The calendar is at /wp-json/tribe/events/v1/events";
  });

  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await calendar.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
