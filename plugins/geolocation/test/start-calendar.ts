import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Plugin } from "@kalends/core/plugin";
import { createCalendar, type Registrations } from "kalends";
import { runCommandLine } from "kalends/internals";

const NAMESPACE = "/wp-json/tribe/events/v1";
const PASSWORD = "a long password for tests";

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Calendar with new storage, the plugins under test and an editor account. */
export interface StartedCalendar {
  readonly clock: { time: number };
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** Sends a request as the editor. */
  send(method: string, path: string, json?: object): Promise<TestResponse>;
  /** Creates a record by a POST to the path and returns its id. */
  add(path: string, json: object): Promise<number>;
  /** Runs the only job of the calendar once. */
  runJob(): Promise<void>;
  /** Closes the calendar and opens it again with the same storage and the given plugins. */
  restart(plugins: readonly Plugin[], register?: Registrations): Promise<void>;
  close(): Promise<void>;
}

/** Starts the server on a free loopback port and returns its URL. */
export const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const shut = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};

const addEditor = async (storage: string): Promise<void> => {
  const silent = { write: () => true };
  const code = await runCommandLine(["user", "add", "editor", "--role", "editor", "--password", PASSWORD], {
    env: { KALENDS_STORAGE: storage },
    stdin: Readable.from([]),
    stdout: silent,
    stderr: silent,
    untilStopped: () => new Promise(() => {}),
  });
  if (code !== 0) throw new Error(`kalends user add ended with ${code}`);
};

/**
 * Returns the storage address for a test: a new database if `GEOLOCATION_TEST_MONGODB` names a server,
 * otherwise a SQLite file in the folder.
 */
const newStorage = (folder: string): string => {
  const server = process.env.GEOLOCATION_TEST_MONGODB;
  if (server === undefined) return `sqlite:${join(folder, "calendar.db")}`;
  const address = new URL(server);
  address.pathname = `geolocation-${randomUUID()}`;
  return address.href;
};

export const startCalendar = async (plugins: readonly Plugin[]): Promise<StartedCalendar> => {
  const folder = await mkdtemp(join(tmpdir(), "geolocation-"));
  const storage = newStorage(folder);
  await addEditor(storage);
  const clock = { time: Date.UTC(2031, 2, 10, 14, 30, 0) };
  const open = async (active: readonly Plugin[], register: Registrations = {}) => {
    const calendar = await createCalendar({
      storage,
      clock: { now: () => clock.time },
      scheduler: false,
      plugins: active,
      register,
    });
    const server = createServer(calendar.callback);
    return { calendar, server, origin: await listen(server) };
  };
  let opened = await open(plugins);
  const stop = async (): Promise<void> => {
    await shut(opened.server);
    await opened.calendar.close();
  };
  const request = async (path: string, init: RequestInit): Promise<TestResponse> => {
    const response = await fetch(`${opened.origin}${NAMESPACE}${path}`, init);
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const authorization = `Basic ${Buffer.from(`editor:${PASSWORD}`).toString("base64")}`;
  const send: StartedCalendar["send"] = (method, path, json) =>
    request(path, {
      method,
      headers: { authorization, "content-type": "application/json" },
      ...(json && { body: JSON.stringify(json) }),
    });
  return {
    clock,
    get: (path, headers = {}) => request(path, { headers }),
    send,
    async add(path, json) {
      const { status, body } = await send("POST", path, json);
      if (status !== 201) throw new Error(`${path} refuses: ${JSON.stringify(body)}`);
      return body.id;
    },
    async runJob() {
      // Listeners receive the changes of earlier writes only in the next turn of the event loop.
      await nextTurn();
      await opened.calendar.jobs[0]?.run();
    },
    async restart(active, register) {
      await stop();
      opened = await open(active, register);
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
};
