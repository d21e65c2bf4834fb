import { createHash } from "node:crypto";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Actor } from "@kalends/core";
import type { Accounts } from "@kalends/core/accounts";
import { createPostStatuses, type PluginRoute } from "@kalends/core/interface";
import {
  createCalendarMiddleware,
  createCredentialIdentity,
  createInterface,
  createSchemeIdentity,
  type HttpSettings,
} from "@kalends/http";
import { expect } from "chai";
import Koa from "koa";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { failingOperations, SETTINGS } from "./fake-app.ts";

const TOKEN = "t".repeat(43);
const ADA: Actor = {
  id: 7,
  capabilities: new Set(),
  credential: { kind: "session", id: "digest", expires: 2, confirmed: 1 },
};

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: { readonly user?: number | null; readonly code?: string };
}

describe("the session cookie", () => {
  let server: Server | undefined;
  let port = 0;
  let asked: Parameters<Accounts["authenticate"]>[0][] = [];
  let lines: string[] = [];

  const whoami = (method: "GET" | "POST"): PluginRoute => ({
    method,
    path: "/whoami",
    description: "Returns the caller.",
    parameters: {},
    permits: () => true,
    pure: true,
    run: (_values, { actor }) => ({ body: { user: actor.id ?? null } }),
  });

  const start = async (changed: Partial<HttpSettings> = {}): Promise<void> => {
    const settings: HttpSettings = { ...SETTINGS, cacheMemory: 1_000_000, cacheMaxAge: 60, ...changed };
    const accounts: Pick<Accounts, "authenticate"> = {
      async authenticate(credentials) {
        asked.push(credentials);
        return credentials.kind === "session" && credentials.token === TOKEN
          ? { actor: ADA }
          : { failure: "rest_forbidden" };
      },
    };
    const log = (message: string, fields?: object): void =>
      void lines.push(message + JSON.stringify(fields ?? {}));
    const logger = { debug: log, info: log, warn: log, error: log };
    const identify = createSchemeIdentity(createCredentialIdentity(accounts, settings), {
      schemes: [{ name: "keys", headers: ["x-api-key"], authenticate: async () => ({ account: 9 }) }],
      actorOf: async () => ({ id: 9, capabilities: new Set() }),
      settings,
      trustedOrigins: [],
    });
    const host = new Koa();
    host.use(
      createCalendarMiddleware({
        interface: createInterface({
          stopwatch: { now: () => 0 },
          operations: failingOperations(() => Promise.reject(new Error("not called"))),
          pluginRoutes: [whoami("GET"), whoami("POST")],
          settings,
          logger,
        }),
        identify,
        postStatuses: createPostStatuses(),
        blobStore: createMemoryBlobStore(),
        logger,
        stopwatch: { now: () => 0 },
        answerState: { revision: () => "1", timesRead: () => 0, daysRead: () => 0, now: () => 0 } as never,
        settings,
      }),
    );
    server = createServer(host.callback());
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  };

  beforeEach(() => {
    asked = [];
    lines = [];
  });

  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  const PATH = "/wp-json/tribe/events/v1/whoami";

  /** Sends a request as written: `fetch` forbids `Cookie` and `Sec-Fetch-Site`. */
  const send = ({ method = "GET", path = PATH, headers = {} }: Sent): Promise<Received> =>
    new Promise((resolve, reject) => {
      const request = httpRequest({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString()),
          }),
        );
      });
      request.on("error", reject);
      request.end();
    });

  const hashOf = (root: string): string => createHash("sha256").update(root).digest("hex").slice(0, 8);
  const cookie = (token = TOKEN, host = `127.0.0.1:${port}`): Readonly<Record<string, string>> => ({
    cookie: `other=1; kalends-${hashOf(`http://${host}/wp-json`)}=${token}`,
  });

  it("identifies its account in reads from anywhere", async () => {
    await start();
    for (const headers of [
      {},
      { "sec-fetch-site": "cross-site" },
      { origin: "https://elsewhere.example" },
      { "sec-fetch-site": "same-origin" },
    ]) {
      const answer = await send({ headers: { ...cookie(), ...headers } });
      expect([answer.status, answer.body.user]).to.deep.equal([200, 7]);
      expect(answer.headers["set-cookie"]).to.equal(undefined);
    }
    expect((await send({ path: `/?rest_route=${PATH.slice(8)}`, headers: cookie() })).body.user).to.equal(7);
  });

  it("counts in writes from our own pages only", async () => {
    await start({ publicOrigin: "http://localhost:3000" });
    const statusOf = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const { status, body } = await send({ method: "POST", headers: { ...cookie(), ...headers } });
      return status === 200 ? body.user : body.code;
    };
    expect(await statusOf({ "sec-fetch-site": "same-origin" })).to.equal(7);
    expect(await statusOf({ origin: "http://localhost:3000" })).to.equal(7);
    for (const headers of [
      {},
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" },
      { origin: "null" },
      { origin: `http://127.0.0.1:${port}` },
      { origin: "http://localhost:3000.evil.example" },
    ])
      expect(await statusOf(headers), JSON.stringify(headers)).to.equal("rest_cookie_refused");
    expect(asked).to.have.length(2);
  });

  it("never counts in a link whose method is overridden to a write", async () => {
    await start();
    for (const sent of [
      { path: `${PATH}?_method=POST` },
      { path: `${PATH}?_method=DELETE` },
      { headers: { "x-http-method-override": "POST" } },
      { method: "HEAD", path: `${PATH}?_method=POST` },
    ]) {
      const headers = { ...cookie(), "sec-fetch-site": "same-origin", ...sent.headers };
      const { status, body } = await send({ ...sent, headers });
      expect([status, sent.method === "HEAD" ? "rest_cookie_refused" : body.code]).to.deep.equal([
        403,
        "rest_cookie_refused",
      ]);
    }
    expect(asked).to.deep.equal([]);
  });

  it("loses against every other credential", async () => {
    await start();
    const basic = `Basic ${Buffer.from("a:b").toString("base64")}`;
    const { status } = await send({ headers: { ...cookie(), authorization: basic } });
    expect(status).to.equal(401);
    expect((await send({ headers: { ...cookie(), "x-api-key": "1" } })).body.user).to.equal(9);
    const written = await send({ method: "POST", headers: { ...cookie(), "x-api-key": "1" } });
    expect([written.status, written.body.user]).to.deep.equal([200, 9]);
  });

  it("counts as none on reads if it is invalid, and is deleted", async () => {
    await start();
    const { status, headers, body } = await send({ headers: cookie("wrong") });
    expect([status, body.user]).to.deep.equal([200, null]);
    const name = `kalends-${hashOf(`http://127.0.0.1:${port}/wp-json`)}`;
    expect(headers["set-cookie"]).to.deep.equal([`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`]);
    expect(headers["cache-control"]).to.equal("private, no-cache");
    const written = await send({
      method: "POST",
      headers: { ...cookie("wrong"), "sec-fetch-site": "same-origin" },
    });
    expect([written.status, written.body.code]).to.deep.equal([401, "rest_forbidden"]);
  });

  it("is another one at another REST root, and with https", async () => {
    await start({ trustProxy: 1 });
    const https = { "x-forwarded-proto": "https", "x-forwarded-host": "calendar.example" };
    const plain = `kalends-${hashOf("https://calendar.example/wp-json")}=${TOKEN}`;
    expect((await send({ headers: { ...https, cookie: plain } })).body.user).to.equal(null);
    expect((await send({ headers: { ...https, cookie: `__Host-${plain}` } })).body.user).to.equal(7);
    expect((await send({ headers: cookie(TOKEN, "127.0.0.1:1") })).body.user).to.equal(null);
  });

  it("keeps responses out of caches, with tags of their own", async () => {
    await start();
    const anonymous = await send({});
    expect(anonymous.headers["cache-control"]).to.equal("public, max-age=60, must-revalidate");
    expect(String(anonymous.headers.vary)).to.not.match(/cookie/i);
    const own = await send({ headers: { ...cookie(), "if-none-match": String(anonymous.headers.etag) } });
    expect([own.status, own.body.user, own.headers["cache-control"]]).to.deep.equal([
      200,
      7,
      "private, no-cache",
    ]);
    const again = await send({ headers: { ...cookie(), "if-none-match": String(own.headers.etag) } });
    expect(again.status).to.equal(304);
    expect((await send({})).body.user).to.equal(null);
  });

  it("hides responses from scripts of other origins", async () => {
    await start();
    const allowing = async (headers: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      Object.keys((await send({ headers })).headers).filter((name) =>
        name.startsWith("access-control-allow-"),
      );
    const origin = { origin: "https://elsewhere.example" };
    expect(await allowing({ ...cookie(), ...origin })).to.deep.equal([]);
    expect(await allowing({ ...cookie("wrong"), ...origin })).to.deep.equal([]);
    expect(await allowing(origin)).to.have.length(4);
    expect(await allowing({ ...cookie(), origin: `http://127.0.0.1:${port}` })).to.have.length(4);
  });

  it("counts as used unless the request is marked as background", async () => {
    await start();
    await send({ headers: cookie() });
    await send({ headers: { ...cookie(), "x-kalends-background": "1" } });
    expect(asked.map((one) => "isBackground" in one && one.isBackground)).to.deep.equal([false, true]);
  });

  it("is never logged", async () => {
    await start();
    await send({ headers: cookie() });
    await send({ headers: cookie("wrong") });
    await send({ method: "POST", headers: cookie() });
    expect(lines.length).to.be.above(2);
    expect(lines.join("\n")).to.not.match(/ttttt|wrong|cookie=/i);
  });

  it("is not read where a host manages the users", async () => {
    await start({ hasSessions: false });
    const { headers, body } = await send({ headers: cookie() });
    expect([body.user, headers["set-cookie"]]).to.deep.equal([null, undefined]);
    expect((await send({ method: "POST", headers: cookie() })).status).to.equal(200);
    expect(asked).to.deep.equal([]);
  });
});
