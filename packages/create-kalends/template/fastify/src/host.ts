import middie from "@fastify/middie";
import Fastify from "fastify";
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

/** Starts a Fastify application that contains a calendar. */
export const startHost = async ({ port, calendar: options }: HostOptions): Promise<Host> => {
  const calendar = await createCalendar({ ...options, identity: userOf });

  const app = Fastify({ forceCloseConnections: true });
  await app.register(middie);
  app.use(calendar.callback);
  app.addHook("onClose", () => calendar.close());
  app.get("/", () => "Welcome. The calendar is at /wp-json/tribe/events/v1/events");

  const origin = await app.listen({ port, host: "127.0.0.1" });
  return { origin, close: () => app.close() };
};
