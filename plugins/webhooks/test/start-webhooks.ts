import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Plugin } from "@kalends/core/plugin";
import { plugin, type WebhooksOptions } from "@kalends/webhooks";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import { runCommandLine } from "kalends/internals";

const NAMESPACE = "/wp-json/tribe/events/v1";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any;

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
}

/** HTTP server that receives the messages of webhooks. Tests can choose its responses. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Sets the handler of the next requests. By default the server responds with status 200. */
  respondWith(with_: (response: ServerResponse, count: number) => void): void;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  let respond = (response: ServerResponse, _count: number): void => void response.end();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const text = Buffer.concat(pieces).toString();
      received.push({ headers: request.headers, text, body: JSON.parse(text) });
      respond(response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    respondWith: (with_) => {
      respond = with_;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Returns one short text per received message: event name, record id, and title or `deleted`. */
export const messagesOf = ({ received }: Receiver): readonly string[] =>
  received.map(({ body: { type, data } }) =>
    [type, data.id, data.deleted === true ? "deleted" : (data.record.title ?? data.record.name)].join(" "),
  );

/**
 * Returns the storage address for a test: a new database if `WEBHOOKS_TEST_MONGODB` names a server, otherwise
 * a SQLite file in the folder.
 */
const newStorage = (folder: string, server = process.env.WEBHOOKS_TEST_MONGODB): string => {
  if (server === undefined) return `sqlite:${join(folder, "calendar.db")}`;
  const address = new URL(server);
  address.pathname = `webhooks-${randomUUID()}`;
  return address.href;
};

export interface Started {
  readonly clock: { time: number };
  readonly lines: readonly string[];
  readonly storage: string;
  readonly folder: string;
  /** Opens a second calendar with the same storage, to simulate another process. */
  open(options?: WebhooksOptions, more?: CalendarOptions): Promise<Calendar>;
  calendar(): Calendar;
  /** Sends a request with this role; `""` for an anonymous visitor. */
  request(
    role: string,
    method: string,
    path: string,
    json?: object,
  ): Promise<{ readonly status: number; readonly body: Json }>;
  /** Creates a webhook and returns its id and secret. */
  add(
    receiver: Pick<Receiver, "url">,
    settings?: object,
  ): Promise<{ readonly id: number; readonly secret: string }>;
  write(method: string, path: string, json?: object): Promise<Json>;
  /** Passes pending domain events to the listener, then sends all due deliveries. */
  deliver(calendar?: Calendar): Promise<void>;
  log(id: number): Promise<Json>;
  /**
   * Returns the number of stored deliveries. With `by`, counts only deliveries that have a value for this
   * index.
   */
  stored(by?: string): Promise<number>;
  command(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** Trace context that all test requests send. */
export const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

export const EVENT: object = {
  title: "Fair",
  start_date: "2031-04-01 10:00:00",
  end_date: "2031-04-01 11:00:00",
};

/**
 * Starts a calendar with the plugin. `database` is the address of a MongoDB server; without it, a SQLite file
 * is used.
 */
export const startWebhooks = async (options: WebhooksOptions = {}, database?: string): Promise<Started> => {
  const folder = await mkdtemp(join(tmpdir(), "webhooks-"));
  const storage = newStorage(folder, database);
  const clock = { time: Date.now() };
  const lines: string[] = [];
  const note = (message: string, fields?: object): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const opened: Calendar[] = [];
  const open: Started["open"] = async (chosen = options, more = {}) => {
    const calendar = await createCalendar({
      storage,
      media: join(folder, "media"),
      scheduler: false,
      clock: { now: () => clock.time },
      logger: { debug() {}, info() {}, warn: note, error: note },
      identity: ({ headers }) => {
        const role = String(headers["x-role"] ?? "");
        return role === "" ? undefined : ({ id: 7, roles: [role] } as Identity);
      },
      pluginAllowHosts: ["127.0.0.1"],
      plugins: [plugin(chosen)],
      ...more,
    });
    opened.push(calendar);
    return calendar;
  };
  const first = await open();
  const server = createServer(first.callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const request: Started["request"] = async (role, method, path, json) => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${NAMESPACE}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        authorization: "Test x",
        traceparent: TRACEPARENT,
        ...(role && { "x-role": role }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const demand = async (method: string, path: string, json?: object): Promise<Json> => {
    const { status, body } = await request("administrator", method, path, json);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    clock,
    lines,
    storage,
    folder,
    open,
    calendar: () => first,
    request,
    add: ({ url }, settings = {}) =>
      demand("POST", "/webhooks", {
        url,
        events: ["event.created", "event.updated", "event.trashed"],
        ...settings,
      }),
    write: demand,
    async deliver(calendar = first) {
      await calendar.deliverDue();
      await calendar.jobs.find(({ name }) => name === "send")?.run();
    },
    log: async (id) => (await demand("GET", `/webhooks/${id}/deliveries`)).deliveries,
    async stored(by) {
      const counts: Promise<number>[] = [];
      const counting: Plugin = {
        ...plugin(),
        setup({ collection }) {
          counts.push(collection("deliveries").count({ by }));
          return {};
        },
      };
      const calendar = await open(options, { plugins: [counting] });
      const found = await counts[0];
      await calendar.close();
      return found ?? -1;
    },
    async command(...args) {
      let output = "";
      const write = (text: string | Uint8Array): boolean => {
        output += String(text);
        return true;
      };
      const code = await runCommandLine([...args], {
        env: {
          KALENDS_STORAGE: storage,
          KALENDS_PLUGINS: "@kalends/webhooks",
          KALENDS_PLUGIN_ALLOW_HOSTS: "127.0.0.1",
          KALENDS_MEDIA: join(folder, "media"),
          KALENDS_LOG_LEVEL: "silent",
        },
        stdin: Readable.from([]),
        stdout: { write },
        stderr: { write },
        untilStopped: () => new Promise(() => {}),
      });
      return code === 0 ? output.trim() : `${code}: ${output.trim()}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(opened.map((calendar) => calendar.close()));
      await rm(folder, { recursive: true });
    },
  };
};
