import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccounts } from "@kalends/accounts";
import { type Clock, type Logger, ROLES } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import { type CalendarOptions, createCalendar } from "kalends";
import { CACHES } from "../http/start-calendar.ts";
import { startImageHost } from "./image-host.ts";

/** Time at which the recording began, and origin of the recorded site. */
const START = Date.UTC(2026, 10, 20, 21, 12, 0);
const ORIGIN = "http://127.0.0.1:8088";
const APPLICATION_PASSWORD = "Replay00Replay00Replay00";
/** Users by name and role. User 1 is `admin`; the others are named after their role. */
const USERS = ROLES.map((role) => [role === "administrator" ? "admin" : role, role] as const);

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Calendar with the settings of the recorded site. Its clock advances by one second with each request. */
export interface ReplayServer {
  readonly store: () => Store;
  send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<TestResponse>;
  authorization(user: string): string;
  now(): number;
  /** Remembers the stored data. Returns a function that restores it. */
  snapshot(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const QUIET: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: (message, fields) => console.error(message, fields?.error ?? fields),
};

/** Starts the server with a new store. If `existing` is given, the store is that file. */
export const startReplayServer = async (existing?: string): Promise<ReplayServer> => {
  const folder = mkdtempSync(join(tmpdir(), "kalends-replay-"));
  const file = existing ?? join(folder, "calendar.db");
  const saved = join(folder, "saved.db");
  let now = START;
  const clock: Clock = { now: () => now };
  let store = await openSqliteStore(file, { synchronous: "normal" });
  const images = await startImageHost();
  const listenTo = (opened: Store): Promise<Server> =>
    listen(opened, {
      clock,
      media: join(folder, "media"),
      imageAllowHosts: [new URL(images.origin).hostname],
    });
  let server = await listenTo(store);
  const administration = createAccounts({ store: await store.openAccounts(), clock });
  for (const [name, role] of USERS) await administration.add(name, role, APPLICATION_PASSWORD);

  const reopen = async (prepare: () => void): Promise<void> => {
    await stop(server);
    await store.close();
    prepare();
    store = await openSqliteStore(file, { synchronous: "normal" });
    server = await listenTo(store);
  };

  return {
    store: () => store,
    now: () => now,
    authorization: (user) => {
      // A recorded application password is replaced by the password of the user here. Other recorded
      // passwords were wrong and remain so.
      const [name, secret = APPLICATION_PASSWORD] = user.split(":");
      const password = /^[A-Za-z0-9]{24}$/.test(secret) ? APPLICATION_PASSWORD : secret;
      return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
    },
    send: async (method, path, headers, body) => {
      now += 1000;
      // Cast: `address()` returns an object for a server that listens on a port.
      const { port } = server.address() as AddressInfo;
      // The images of the recorded site come from a local server.
      const sent = body?.replaceAll(`${ORIGIN}/fixtures/`, `${images.origin}/`);
      return exchange(port, method, path, headers, sent);
    },
    snapshot: async () => {
      await reopen(() => copyFileSync(file, saved));
      return () => reopen(() => copyFileSync(saved, file));
    },
    close: async () => {
      await stop(server);
      await store.close();
      await images.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const listen = async (
  store: Store,
  options: Pick<CalendarOptions, "clock" | "media" | "imageAllowHosts">,
): Promise<Server> => {
  const { callback } = await createCalendar({
    ...options,
    storage: store,
    logger: QUIET,
    scheduler: false,
    timezone: "America/New_York",
    baseUrl: ORIGIN,
    maxPerPage: 50,
    ...CACHES,
  });
  const server = createServer(callback);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return server;
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const exchange = (
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<TestResponse> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const request = httpRequest(
      { port, host: "127.0.0.1", method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
            ),
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
