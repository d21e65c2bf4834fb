import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IcalendarOptions, plugin } from "@kalends/icalendar";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";

export const NAMESPACE = "/wp-json/tribe/events/v1";

/** Address of a MongoDB server. If it is set, tests also run with MongoDB. */
const MONGODB = process.env.KALENDS_TEST_MONGODB_ADDRESS;

/** Storages on which the tests run. */
export const STORAGES: readonly ("sqlite" | "mongodb")[] =
  MONGODB === undefined ? ["sqlite"] : ["sqlite", "mongodb"];

export const newStorage = (name: string, folder: string): string => {
  if (name === "sqlite") return `sqlite:${join(folder, "calendar.db")}`;
  const address = new URL(MONGODB ?? "");
  address.pathname = `icalendar-${randomUUID()}`;
  return address.href;
};

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface Sent {
  /** Role of the user, such as `editor`. Absent for an anonymous visitor. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly text?: string;
  readonly redirect?: "manual" | "follow";
}

/** Calendar with new storage in a host application. Users are named after their role. */
export interface StartedCalendar {
  readonly clock: { time: number };
  readonly origin: string;
  readonly storage: string;
  readonly folder: string;
  calendar(): Calendar;
  /** Sends a request. `path` is relative to the API, or to the site if it begins with `//`. */
  send(method: string, path: string, sent?: Sent): Promise<TestResponse>;
  get(path: string, sent?: Sent): Promise<TestResponse>;
  /** Sends a write as an editor and returns the record. */
  write(method: string, path: string, json: object): Promise<TestResponse["body"]>;
  runJob(name: string): Promise<void>;
  /** Closes the calendar and opens it again with the same storage. */
  restart(options?: Partial<CalendarOptions>, own?: IcalendarOptions): Promise<void>;
  close(): Promise<void>;
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const identity: CalendarOptions["identity"] = ({ headers }) => {
  const role = String(headers["x-role"] ?? "");
  return role === "" ? undefined : ({ id: 7, roles: [role] } as Identity);
};

const toJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const startCalendar = async (
  store: string,
  first: Partial<CalendarOptions> = {},
  own: IcalendarOptions = {},
): Promise<StartedCalendar> => {
  const folder = await mkdtemp(join(tmpdir(), "icalendar-"));
  const storage = newStorage(store, folder);
  const clock = { time: Date.UTC(2031, 2, 10, 14, 30, 0) };
  const open = async (more: Partial<CalendarOptions>, chosen: IcalendarOptions) => {
    const calendar = await createCalendar({
      ...{ storage, identity, scheduler: false, timezone: "Europe/Rome" },
      ...{ clock: { now: () => clock.time }, plugins: [plugin(chosen)] },
      ...more,
    });
    const server = createServer(calendar.callback);
    return { calendar, server, origin: await listen(server) };
  };
  let opened = await open(first, own);
  const stop = async (): Promise<void> => {
    opened.server.closeAllConnections();
    await new Promise((resolve) => opened.server.close(resolve));
    await opened.calendar.close();
  };
  const send: StartedCalendar["send"] = async (
    method,
    path,
    { as = "", headers, json, text, redirect } = {},
  ) => {
    const address = opened.origin + (path.startsWith("//") ? path.slice(1) : NAMESPACE + path);
    const body = json === undefined ? text : JSON.stringify(json);
    const response = await fetch(address, {
      method,
      redirect: redirect ?? "manual",
      headers: {
        ...(as !== "" && { "x-role": as }),
        ...(json && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const answered = await response.text();
    return { status: response.status, headers: response.headers, text: answered, body: toJson(answered) };
  };
  return {
    clock,
    storage,
    folder,
    get origin() {
      return opened.origin;
    },
    calendar: () => opened.calendar,
    send,
    get: (path, sent) => send("GET", path, sent),
    async write(method, path, json) {
      const { status, text, body } = await send(method, path, { as: "editor", json });
      if (status > 201) throw new Error(`${method} ${path} answers ${status}: ${text}`);
      return body;
    },
    async runJob(name) {
      const job = opened.calendar.jobs.find((one) => one.name === name);
      if (job === undefined) throw new Error(`No job ${name}`);
      await job.run();
    },
    async restart(more = first, chosen = own) {
      await stop();
      opened = await open(more, chosen);
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
};
