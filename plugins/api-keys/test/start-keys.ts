import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { plugin } from "@kalends/api-keys";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { runCommandLine } from "kalends/internals";

const NAMESPACE = "/wp-json/tribe/events/v1";
export const DAY: number = 24 * 60 * 60 * 1000;
export const EVENT = { title: "Fair", start_date: "2031-04-01 10:00", end_date: "2031-04-01 11:00" } as const;

const PASSWORD = "a long password for tests";

/** Returns an `Authorization` header value with the name and password of an account. */
export const basic = (name: string): string =>
  `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString("base64")}`;

/**
 * Returns the storage address for a test: a new database if `API_KEYS_TEST_MONGODB` names a server, otherwise
 * a SQLite file in the folder.
 */
const newStorage = (folder: string): string => {
  const server = process.env.API_KEYS_TEST_MONGODB;
  if (server === undefined) return `sqlite:${join(folder, "calendar.db")}`;
  const address = new URL(server);
  address.pathname = `api-keys-${randomUUID()}`;
  return address.href;
};

export interface StartedKeys {
  readonly folder: string;
  readonly clock: { time: number };
  calendar(): Calendar;
  run(...args: readonly string[]): Promise<string>;
  open(options?: CalendarOptions): Promise<void>;
  shut(): Promise<void>;
  /**
   * Sends a request. `key` is an API key, a header value from `basic`, or empty for a request without
   * credentials.
   */
  request(
    key: string,
    method: string,
    path: string,
    json?: object,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  ): Promise<{ readonly status: number; readonly body: any }>;
  close(): Promise<void>;
}

/**
 * Starts a calendar with two accounts that have passwords: the editor `edith` (id 1) and the contributor
 * `carl` (id 2).
 */
export const startKeys = async (): Promise<StartedKeys> => {
  const folder = await mkdtemp(join(tmpdir(), "api-keys-"));
  const storage = newStorage(folder);
  const clock = { time: Date.now() };
  let calendar: Calendar;
  let server: Server;

  const run: StartedKeys["run"] = async (...args) => {
    let output = "";
    const write = (text: string | Uint8Array): boolean => {
      output += String(text);
      return true;
    };
    const code = await runCommandLine([...args], {
      env: { KALENDS_STORAGE: storage, KALENDS_PLUGINS: "@kalends/api-keys", KALENDS_LOG_LEVEL: "silent" },
      stdin: Readable.from([]),
      stdout: { write },
      stderr: { write },
      untilStopped: () => new Promise(() => {}),
    });
    return code === 0 ? output.trim() : `${code}: ${output.trim()}`;
  };
  const open: StartedKeys["open"] = async (options = {}) => {
    calendar = await createCalendar({
      storage,
      scheduler: false,
      clock: { now: () => clock.time },
      plugins: [plugin()],
      ...options,
    });
    server = createServer(calendar.callback);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  };
  const shut = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  };
  for (const [name, role] of [
    ["edith", "editor"],
    ["carl", "contributor"],
  ] as const)
    await run("user", "add", name, "--role", role, "--password", PASSWORD);
  await open();
  return {
    ...{ folder, clock, run, open, shut },
    calendar: () => calendar,
    async request(key, method, path, json) {
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${port}${NAMESPACE}${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          ...(key.startsWith("Basic ") ? { authorization: key } : key !== "" && { "X-API-Key": key }),
        },
        ...(json && { body: JSON.stringify(json) }),
      });
      return { status: response.status, body: await response.json() };
    },
    async close() {
      await shut();
      await rm(folder, { recursive: true });
    },
  };
};
