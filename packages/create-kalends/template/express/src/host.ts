import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { type CalendarOptions, createCalendar } from "kalends";
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

/** Starts an Express application that contains a calendar. */
export const startHost = async ({ port, calendar: options }: HostOptions): Promise<Host> => {
  const calendar = await createCalendar({ ...options, identity: userOf });

  const app = express();
  // The calendar reads request bodies itself, so it comes before other body parsers.
  app.use(calendar.callback);
  app.use(express.json());
  app.get("/", (_request, response) => {
    response.send("Welcome. The calendar is at /wp-json/tribe/events/v1/events");
  });

  const server = createServer(app);
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
