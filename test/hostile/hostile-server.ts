import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { connect } from "node:net";
import { promisify } from "node:util";
import { createAccounts } from "@kalends/accounts";
import { ROLES } from "@kalends/core";
import { ZONE_DATA_VERSION } from "@kalends/core/interface";
import { expect } from "chai";
import { type Client, createClient, type TestResponse } from "../http/client.ts";
import { createPlace, type Environment, type Place } from "../kalends/kalends-process.ts";
import type { TestStore } from "../stores.ts";

/** A calendar under attack in its own process, with the users of `startCalendar`. */
export interface HostileServer extends Client {
  readonly port: number;
  /** Returns the bearer token of a user. */
  token(name: string): string;
  /** User ids by name. */
  readonly users: ReadonlyMap<string, number>;
  /**
   * Sends bytes unchanged; resolves to everything received until the response was complete or the connection
   * ended.
   */
  sendBytes(...pieces: readonly (string | Uint8Array)[]): Promise<RawResponse>;
  /** Sends the beginning of a request and keeps the connection open until the returned function is called. */
  hold(...pieces: readonly (string | Uint8Array)[]): () => void;
  /** Returns a value that changes with most changes of the store; fast. */
  version(): Promise<unknown>;
  /** Returns a value that changes with every change of the store. */
  contents(): Promise<unknown>;
  /** Returns the resident memory in MB. */
  memory(): Promise<number>;
  /**
   * Returns how long the server and the test process have waited for a processor, in milliseconds; 0 where
   * the system does not report it.
   */
  waited(): Promise<number>;
  /** Ends the server; fails if it crashed or logged anything. */
  close(): Promise<void>;
}

export interface RawResponse {
  /** Status of the response; 0 if the connection ended without one. */
  readonly status: number;
  readonly head: string;
  readonly text: string;
}

const toRawAnswer = (bytes: Buffer): RawResponse => {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const head = end < 0 ? text : text.slice(0, end);
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, head, text: end < 0 ? "" : bytes.subarray(end + 4).toString("utf8") };
};

const isWhole = (bytes: Buffer): boolean => {
  const { head, text } = toRawAnswer(bytes);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(text) >= Number(length);
};

const exchangeBytes = (port: number, pieces: readonly (string | Uint8Array)[]): Promise<RawResponse> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (isWhole(received)) socket.destroy();
    });
    // A client that is cut off while sending has received its response before.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(toRawAnswer(received)));
    for (const piece of pieces)
      socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
  });

/** Returns the wait of the main thread; other threads wait at the same time and would count twice. */
const readWait = async (pid: string): Promise<number> => {
  const schedule = await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "");
  return Number(schedule.split(" ")[1] ?? 0) / 1e6;
};

/** Password of all users. */
export const PASSWORD = "a long password for tests";

const addUsers = async (place: Place) => {
  const store = await place.open();
  const accountStore = await store.openAccounts();
  const accounts = createAccounts({ store: accountStore, clock: { now: () => Date.now() } });
  const users = new Map<string, number>();
  const tokens = new Map<string, string>();
  for (const [name, role] of [...ROLES.map((role) => [role, role] as const), ["other", "author"] as const]) {
    const added = await accounts.add(name, role, PASSWORD);
    const issued = await accounts.addToken(name, "tests");
    users.set(name, added?.id ?? 0);
    tokens.set(name, issued?.token ?? "");
  }
  // Stores the zone data version as an earlier start would: a new server writes it at any moment after its
  // start.
  const zones = { collection: "kalends/zones", key: "data", value: { version: ZONE_DATA_VERSION } };
  await store.documents.save(zones);
  await store.close();
  return { users, tokens };
};

export const openHostileServer = async (
  store: TestStore,
  environment: Environment = {},
): Promise<HostileServer> => {
  const place = createPlace(store);
  const { users, tokens } = await addUsers(place);
  // Limits memory, so that the server runs out of it if it keeps data that it should refuse.
  const served = await place.spawnServer({ NODE_OPTIONS: "--max-old-space-size=256", ...environment });
  const watched = await store.watch(await place.address());
  const port = Number(new URL(served.origin).port);
  // Closes idle connections before the server does: a request on a closing connection gets no response.
  const agent = new Agent({ keepAlive: true, timeout: 2000 });
  return {
    ...createClient(port, tokens, agent),
    port,
    token: (name) => tokens.get(name) ?? "",
    users,
    sendBytes: (...pieces) => exchangeBytes(port, pieces),
    hold(...pieces) {
      const socket = connect(port, "127.0.0.1").on("error", () => undefined);
      for (const piece of pieces) socket.write(piece);
      return () => socket.destroy();
    },
    version: watched.version,
    contents: watched.contents,
    async memory() {
      const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(served.pid)]);
      return Number(stdout) / 1024;
    },
    async waited() {
      const [own, its] = await Promise.all(["self", String(served.pid)].map(readWait));
      return (own ?? 0) + (its ?? 0);
    },
    async close() {
      await watched.close();
      agent.destroy();
      const { code, output, errors } = await served.end("SIGTERM");
      await place.clear();
      // Unhandled rejections, warnings of Node and logged failures would appear here.
      expect({ code, output, errors }).to.deep.equal({ code: 0, output: served.output, errors: "" });
    },
  };
};

const LEAK =
  /node_modules|\.(?:js|ts):\d+|\bat .+\D:\d+:\d+|SQLITE_|\bSELECT .+ FROM\b|\bMongo\w*Error|\bE11000\b|mongodb:|\/kalends-[A-Za-z0-9]{6}/;

/** Checks that a response reveals no implementation details. */
export const expectNoLeak = (text: string): void => {
  expect(text).not.to.match(LEAK);
};

/** Checks properties that every response has. */
export const expectSound = ({
  status,
  text,
  headers,
}: Pick<TestResponse, "status" | "text" | "headers">): void => {
  expect(status, text.slice(0, 500)).to.be.within(200, 499);
  if (status === 304 || text === "") return;
  expect(headers["content-type"]).to.equal("application/json; charset=UTF-8");
  const body: unknown = JSON.parse(text);
  if (status >= 400) expectEnvelope(body, status);
};

const expectEnvelope = (body: unknown, status: number): void => {
  const { code, message, data } = body as Record<string, unknown>;
  expect(code).to.be.a("string").with.length.above(0);
  expect(message).to.be.a("string").with.length.above(0);
  expect((data as Record<string, unknown>).status).to.equal(status);
  if (code === "rest_invalid_param") {
    expect(Object.keys((data as Record<string, object>).params ?? {})).to.have.length.above(0);
  }
  expectNoLeak(JSON.stringify(body));
};

/** One of this many attacks compares the whole store before and after, which is slower than the attack. */
const WHOLE = 20;

/** Runs attacks one after the other; fails if a refused one changed the store. */
export const createRefusalCheck = (
  server: HostileServer,
): ((attack: () => Promise<TestResponse>) => Promise<TestResponse>) => {
  let version: unknown;
  let count = 0;
  return async (attack) => {
    count += 1;
    const contents = count % WHOLE === 0 ? await server.contents() : undefined;
    // The version after the last refusal is still valid.
    version ??= await server.version();
    const answer = await attack();
    if (answer.status < 400) version = undefined;
    else {
      expect(await server.version(), "the store was written to").to.equal(version);
      if (contents !== undefined) {
        expect(await server.contents(), "the store was written to").to.equal(contents);
      }
    }
    return answer;
  };
};

/** Checks that refused requests leave the store unchanged. */
export const expectUntouched = async (
  server: HostileServer,
  attack: () => Promise<unknown>,
): Promise<void> => {
  const before = await server.contents();
  await attack();
  expect(await server.contents(), "the store was written to").to.equal(before);
};
