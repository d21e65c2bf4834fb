import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { plugin } from "@kalends/icalendar";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import { runCommandLine } from "kalends/internals";
import { NAMESPACE, newStorage } from "../start-calendar.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any;

export interface TestResponse {
  readonly status: number;
  readonly text: string;
  readonly body: Json;
}

/** Calendar with new storage in the time zone of Rome. Each request gives the role of its user. */
export interface Started {
  readonly clock: { time: number };
  readonly calendar: Calendar;
  readonly storage: string;
  readonly origin: string;
  readonly folder: string;
  readonly lines: readonly string[];
  /** Sends a request with this role; `""` for an anonymous visitor. */
  request(role: string, method: string, path: string, json?: object): Promise<TestResponse>;
  /** Sends a request as an editor. Throws if it is refused. */
  write(method: string, path: string, json?: object): Promise<Json>;
  /** Imports an iCalendar text, as an editor by default. Returns the response with the report. */
  importText(text: string, query?: string, role?: string): Promise<TestResponse>;
  /** Returns all events in the list, sorted by start. */
  events(query?: string): Promise<readonly Json[]>;
  /** Returns the iCalendar feed of all events. */
  feed(): Promise<string>;
  /** Opens a second calendar with the same storage, to simulate another process. */
  open(more?: CalendarOptions): Promise<Calendar>;
  command(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const startImport = async (store: string, chosen: CalendarOptions = {}): Promise<Started> => {
  const folder = await mkdtemp(join(tmpdir(), "icalendar-"));
  const storage = newStorage(store, folder);
  const clock = { time: Date.UTC(2031, 2, 10, 14, 30, 0) };
  const lines: string[] = [];
  const note = (message: string, fields?: object): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const opened: Calendar[] = [];
  const open: Started["open"] = async (more = {}) => {
    const calendar = await createCalendar({
      storage,
      media: join(folder, "media"),
      scheduler: false,
      clock: { now: () => clock.time },
      logger: { debug() {}, info() {}, warn: note, error: note },
      timezone: "Europe/Rome",
      identity: ({ headers }) => {
        const role = String(headers["x-role"] ?? "");
        return role === "" ? undefined : ({ id: 7, roles: [role] } as Identity);
      },
      pluginAllowHosts: ["127.0.0.1"],
      imageAllowHosts: ["127.0.0.1"],
      plugins: [plugin()],
      ...chosen,
      ...more,
    });
    opened.push(calendar);
    return calendar;
  };
  const calendar = await open();
  const server = createServer(calendar.callback);
  const origin = await listen(server);
  const send = async (role: string, path: string, init: RequestInit, type: string): Promise<TestResponse> => {
    const response = await fetch(`${origin}${NAMESPACE}${path}`, {
      ...init,
      headers: { "content-type": type, ...(role && { authorization: "Test x", "x-role": role }) },
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
  };
  const request: Started["request"] = (role, method, path, json) =>
    send(role, path, { method, ...(json && { body: JSON.stringify(json) }) }, "application/json");
  const write: Started["write"] = async (method, path, json) => {
    const { status, body } = await request("editor", method, path, json);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    clock,
    calendar,
    storage,
    origin,
    folder,
    lines,
    request,
    write,
    importText: (text, query = "", role = "editor") =>
      send(role, `/import${query}`, { method: "POST", body: text }, "text/calendar"),
    async events(query = "") {
      const path = `/events?per_page=50&start_date=1970-01-01&end_date=2100-01-01${query}`;
      return (await write("GET", path)).events;
    },
    feed: async () => (await request("editor", "GET", "/events.ics")).text,
    open,
    async command(...args) {
      let output = "";
      const print = (text: string | Uint8Array): boolean => {
        output += String(text);
        return true;
      };
      const code = await runCommandLine([...args], {
        env: {
          KALENDS_STORAGE: storage,
          KALENDS_PLUGINS: "@kalends/icalendar",
          KALENDS_PLUGIN_ALLOW_HOSTS: "127.0.0.1",
          KALENDS_MEDIA: join(folder, "media"),
          KALENDS_TIMEZONE: "Europe/Rome",
          KALENDS_LOG_LEVEL: "silent",
        },
        stdin: Readable.from([]),
        stdout: { write: print },
        stderr: { write: print },
        untilStopped: () => new Promise(() => {}),
      });
      return code === 0 ? output.trim() : `${code}: ${output.trim()}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(opened.map((each) => each.close()));
      await rm(folder, { recursive: true });
    },
  };
};

/** Returns the counts in a report that are not 0. */
export const countsOf = ({ components: _components, dry_run: _dryRun, ...counts }: Json): Json =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));

/** Remote server. Tests choose its responses. */
export interface Remote {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  answer(respond: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** Makes the server return this calendar, with a new ETag. */
  serve(text: string): void;
  close(): Promise<void>;
}

export const startRemote = async (): Promise<Remote> => {
  const requests: IncomingMessage[] = [];
  let respond = (_request: IncomingMessage, response: ServerResponse): void => void response.end();
  const server = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  const origin = await listen(server);
  return {
    url: `${origin}/calendar.ics`,
    requests,
    answer: (with_) => {
      respond = with_;
    },
    serve: (text) => {
      const etag = `"${randomUUID()}"`;
      respond = (request, response) => {
        const isKnown = request.headers["if-none-match"] === etag;
        response.writeHead(isKnown ? 304 : 200, { etag, "content-type": "text/calendar" });
        response.end(isKnown ? undefined : text);
      };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
