import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Plugin } from "@kalends/core/plugin";
import { type PagesOptions, plugin } from "@kalends/pages";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { runCommandLine } from "kalends/internals";
import { newStorage } from "./start-calendar.ts";

const NAMESPACE = "/wp-json/tribe/events/v1";
const PASSWORD = "a long password for tests";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any;

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Calendar with new storage and its own server. Its clock shows 10:00 UTC on Tuesday, 6 May 2031. */
export interface Site {
  readonly origin: string;
  readonly calendar: Calendar;
  readonly clock: { time: number };
  /** Id of the editor. Events that visitors propose belong to this user. */
  readonly editor: number;
  /** Sends a request as an anonymous visitor. `path` is relative to the site. Redirects are not followed. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  post(path: string, form: FormData, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** Sends a request as the editor. `path` is relative to the API. */
  send(method: string, path: string, json?: object): Promise<Json>;
  /** Sends a form with fields and files as the editor. */
  upload(path: string, form: FormData): Promise<Json>;
  command(...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const run = async (storage: string, args: readonly string[]): Promise<string> => {
  let output = "";
  const write = (text: string | Uint8Array): boolean => {
    output += String(text);
    return true;
  };
  const code = await runCommandLine([...args], {
    env: { KALENDS_STORAGE: storage, KALENDS_PLUGINS: "@kalends/pages", KALENDS_LOG_LEVEL: "silent" },
    stdin: Readable.from([]),
    stdout: { write },
    stderr: { write },
    untilStopped: () => new Promise(() => {}),
  });
  return code === 0 ? output.trim() : `${code}: ${output.trim()}`;
};

export const startSite = async (
  server: string | undefined,
  options: (editor: number) => PagesOptions = () => ({}),
  further: readonly Plugin[] = [],
  settings: Pick<
    CalendarOptions,
    "eventUrl" | "categoryUrl" | "locales" | "trustProxy" | "imageMetadata"
  > = {},
): Promise<Site> => {
  const folder = await mkdtemp(join(tmpdir(), "pages-"));
  const storage = newStorage(folder, server);
  const added = await run(storage, ["user", "add", "editor", "--role", "editor", "--password", PASSWORD]);
  const editor = Number(/with id (\d+)/.exec(added)?.[1]);
  const clock = { time: Date.UTC(2031, 4, 6, 10) };
  const calendar = await createCalendar({
    storage,
    media: join(folder, "media"),
    timezone: "Europe/Rome",
    clock: { now: () => clock.time },
    scheduler: false,
    pages: true,
    plugins: [plugin(options(editor)), ...further],
    ...settings,
  });
  const listening = createServer(calendar.callback);
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  const authorization = `Basic ${Buffer.from(`editor:${PASSWORD}`).toString("base64")}`;
  const fetchPage = async (path: string, init: RequestInit): Promise<Page> => {
    const response = await fetch(origin + path, { redirect: "manual", ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const demand = async (method: string, path: string, init: RequestInit): Promise<Json> => {
    const { status, text } = await fetchPage(NAMESPACE + path, { method, ...init });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
  return {
    ...{ origin, calendar, clock, editor },
    get: (path, headers = {}) => fetchPage(path, { headers }),
    post: (path, body, headers = {}) => fetchPage(path, { method: "POST", body, headers }),
    send: (method, path, json) =>
      demand(method, path, {
        headers: { authorization, "content-type": "application/json" },
        ...(json && { body: JSON.stringify(json) }),
      }),
    upload: (path, body) => demand("POST", path, { headers: { authorization }, body }),
    command: (...args) => run(storage, args),
    async close() {
      listening.closeAllConnections();
      await new Promise((resolve) => listening.close(resolve));
      await calendar.close();
      await rm(folder, { recursive: true });
    },
  };
};
