import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PagesOptions, plugin } from "@kalends/pages";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";

/** Storages on which the tests run: a SQLite file, and a new MongoDB database if a server is configured. */
export const ADAPTERS: readonly { readonly name: string; readonly server: string | undefined }[] = [
  { name: "sqlite", server: undefined },
  ...(process.env.KALENDS_TEST_MONGODB_ADDRESS === undefined
    ? []
    : [{ name: "mongodb", server: process.env.KALENDS_TEST_MONGODB_ADDRESS }]),
];

/** User who writes in the tests. */
export const EDITOR = { id: 7, roles: ["editor"] } as const;

export interface StartedCalendar {
  readonly clock: { time: number };
  readonly calendar: Calendar;
  /** Origin of the server: `http://127.0.0.1:` and a free port. */
  readonly origin: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Returns the text of the page at a path. Throws if the status is not 200. */
  page(path: string): Promise<string>;
  close(): Promise<void>;
}

/** Returns the address of a new storage. */
export const newStorage = (folder: string, server: string | undefined): string => {
  if (server === undefined) return `sqlite:${join(folder, "calendar.db")}`;
  const address = new URL(server);
  address.pathname = `pages-${randomUUID()}`;
  return address.href;
};

/** Starts a calendar with the plugin on its own server. Its clock shows noon in Rome on 6 May 2031. */
export const startCalendar = async (
  server: string | undefined,
  options: PagesOptions = {},
  more: CalendarOptions = {},
): Promise<StartedCalendar> => {
  const folder = await mkdtemp(join(tmpdir(), "pages-"));
  const clock = { time: Date.UTC(2031, 4, 6, 10) };
  const calendar = await createCalendar({
    storage: newStorage(folder, server),
    media: join(folder, "media"),
    scheduler: false,
    pages: true,
    timezone: "Europe/Rome",
    clock: { now: () => clock.time },
    identity: () => undefined,
    plugins: [plugin(options)],
    ...more,
  });
  const listening = createServer(calendar.callback);
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const request: StartedCalendar["request"] = (path, init) =>
    fetch(origin + path, { redirect: "manual", ...init });
  return {
    clock,
    calendar,
    origin,
    request,
    async page(path) {
      const answer = await request(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return answer.text();
    },
    async close() {
      listening.closeAllConnections();
      await new Promise((resolve) => listening.close(resolve));
      await calendar.close();
      await rm(folder, { recursive: true });
    },
  };
};
