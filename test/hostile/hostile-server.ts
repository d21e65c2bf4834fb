import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import { createAccounts } from "@kalends/accounts";
import { ROLES } from "@kalends/core";
import { ZONE_DATA_VERSION } from "@kalends/core/interface";
import { expect } from "chai";
import { type Client, createClient, type TestResponse } from "../http/client.ts";
import { createPlace, type Environment, type Place } from "../kalends/kalends-process.ts";
import type { TestStore } from "../stores.ts";

/** Calendar under attack, running in its own process. It has the users of `startCalendar`. */
export interface HostileServer extends Client {
  readonly port: number;
  /** Returns the bearer token of a user. */
  token(name: string): string;
  /** Ids of the users by name. */
  readonly users: ReadonlyMap<string, number>;
  /**
   * Sends bytes unchanged. Resolves to all received bytes when the response is complete or the connection
   * ends.
   */
  sendBytes(...pieces: readonly (string | Uint8Array)[]): Promise<RawResponse>;
  /**
   * Sends the beginning of a request and leaves the connection open. The returned function closes the
   * connection.
   */
  hold(...pieces: readonly (string | Uint8Array)[]): () => void;
  /** Returns a value that changes with most changes of the storage. Faster than `contents`. */
  version(): Promise<unknown>;
  /** Returns a value that changes with every change of the storage. */
  contents(): Promise<unknown>;
  /** Returns the resident memory of the server in MB. */
  memory(): Promise<number>;
  /**
   * Returns the time that the server and the test process have waited for a processor so far, in
   * milliseconds. Returns 0 if the system does not report it.
   */
  waited(): Promise<number>;
  /** Ends the server. Fails if the server has crashed or logged anything. */
  close(): Promise<void>;
}

export interface RawResponse {
  /** Status of the response; 0 if the connection ended without a response. */
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
    // If the server closes the connection while the client sends, the client has already received the
    // response.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(toRawAnswer(received)));
    for (const piece of pieces)
      socket.write(typeof piece === "string" ? Buffer.from(piece, "latin1") : piece);
  });

/**
 * Returns the time that the main thread has waited for a processor. Other threads wait at the same time, so
 * they are not added.
 */
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
  // A server stores the version of its time zone data at some time after its start. Storing the version here
  // prevents this unexpected change.
  const zones = { collection: "kalends/zones", key: "data", value: { version: ZONE_DATA_VERSION } };
  await store.documents.save(zones);
  await store.close();
  return { users, tokens };
};

/** Resolves when the jobs of a server that has just started write nothing more. */
const untilQuiet = async (version: () => Promise<unknown>): Promise<void> => {
  let before = await version();
  for (;;) {
    await pause(300);
    const now = await version();
    if (isDeepStrictEqual(now, before)) return;
    before = now;
  }
};

export const openHostileServer = async (
  store: TestStore,
  environment: Environment = {},
): Promise<HostileServer> => {
  const place = createPlace(store);
  const { users, tokens } = await addUsers(place);
  // With little memory, a server that keeps data which it should refuse runs out of memory.
  const served = await place.spawnServer({ NODE_OPTIONS: "--max-old-space-size=256", ...environment });
  const watched = await store.watch(await place.address());
  await untilQuiet(watched.version);
  const port = Number(new URL(served.origin).port);
  // The client closes idle connections before the server does. A request on a connection that the server is
  // closing would get no response.
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
      // The output would contain unhandled rejections, Node.js warnings and logged errors.
      expect({ code, output, errors }).to.deep.equal({ code: 0, output: served.output, errors: "" });
    },
  };
};

const LEAK =
  /node_modules|\.(?:js|ts):\d+|\bat .+\D:\d+:\d+|SQLITE_|\bSELECT .+ FROM\b|\bMongo\w*Error|\bE11000\b|mongodb:|\/kalends-[A-Za-z0-9]{6}/;

/** Checks that a response contains no implementation details. */
export const expectNoLeak = (text: string): void => {
  expect(text).not.to.match(LEAK);
};

/** Checks the properties that every response must have. */
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

/**
 * The storage is compared completely after one in this many attacks, because the comparison takes longer than
 * an attack.
 */
const WHOLE = 20;

/** Creates a function that runs an attack. It fails if the attack was refused but the storage has changed. */
export const createRefusalCheck = (
  server: HostileServer,
): ((attack: () => Promise<TestResponse>) => Promise<TestResponse>) => {
  let version: unknown;
  let count = 0;
  return async (attack) => {
    count += 1;
    const contents = count % WHOLE === 0 ? await server.contents() : undefined;
    // A refused attack must not change the version, so the last version can be used again.
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

/** Runs requests that the server must refuse and checks that the storage is unchanged. */
export const expectUntouched = async (
  server: HostileServer,
  attack: () => Promise<unknown>,
): Promise<void> => {
  const before = await server.contents();
  await attack();
  expect(await server.contents(), "the store was written to").to.equal(before);
};
