import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CalendarError, type Logger } from "@kalends/core";
import type { Accounts } from "@kalends/core/accounts";
import { createPostStatuses, type LogFields } from "@kalends/core/interface";
import {
  createCredentialIdentity,
  createHttpApp,
  createHttpMiddleware,
  createInterface,
  type HttpSettings,
} from "@kalends/http";
import { CATALOGUES, STATUS } from "@kalends/http/internals";
import { expect } from "chai";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { failingOperations, SETTINGS } from "./fake-app.ts";

interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields | undefined;
}

const EDITOR: Accounts = {
  authenticate: (credentials) =>
    Promise.resolve(
      credentials.kind === "bearer"
        ? { actor: { id: 7, capabilities: new Set() } }
        : { failure: "incorrect_password" as const },
    ),
  actorOf: () => Promise.resolve(undefined),
  isAuthor: () => Promise.resolve(true),
};

describe("createHttpApp", () => {
  const servers: Server[] = [];
  let lines: Line[];

  const start = async (
    failure: () => Promise<never>,
    settings: Partial<HttpSettings> = {},
    ready: () => Promise<void> = () => Promise.resolve(),
    accounts: Accounts = EDITOR,
  ): Promise<string> => {
    lines = [];
    const log = (level: string) => (message: string, fields?: LogFields) => {
      lines.push({ level, message, fields });
    };
    const logger: Logger = {
      debug: log("debug"),
      info: log("info"),
      warn: log("warn"),
      error: log("error"),
    };
    const deps = { logger, settings: { ...SETTINGS, ...settings } };
    const middleware = createHttpMiddleware({
      ...deps,
      about: { version: "1.2.3", plugins: [] },
      interface: createInterface({
        stopwatch: { now: () => 0 },
        ...deps,
        operations: failingOperations(failure),
      }),
      identify: createCredentialIdentity(accounts, deps.settings),
      postStatuses: createPostStatuses(),
      blobStore: createMemoryBlobStore(),
      stopwatch: { now: () => 0 },
      ready,
      hasPublishedEvents: async () => true,
    });
    const app = createHttpApp({ ...deps, middleware });
    const server = createServer(app.callback());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  const fail = (error: unknown) => (): Promise<never> => Promise.reject(error);

  it("logs what nobody expected under the id that the client reads, and tells nothing else", async () => {
    const origin = await start(fail(new Error("secret detail")));
    const response = await fetch(`${origin}/wp-json/tribe/events/v1/events`);
    const text = await response.text();
    expect(response.status).to.equal(500);
    expect(text).not.to.contain("secret").and.not.to.contain(".js");
    const body = JSON.parse(text);
    expect(body).to.have.property("code", "internal_server_error");
    const logged = lines.find(({ level }) => level === "error");
    expect(logged?.fields?.request).to.equal(body.data.request_id);
    expect(logged?.fields?.error).to.be.an("error").with.property("message", "secret detail");
  });

  it("says when to try again while the storage is away, and logs what the storage said", async () => {
    const cause = new Error("secret detail");
    const origin = await start(fail(new CalendarError("rest_storage_unavailable", {}, { cause })));
    const response = await fetch(`${origin}/wp-json/tribe/events/v1/venues/1`, { method: "DELETE" });
    const text = await response.text();
    expect(response.status).to.equal(503);
    expect(response.headers.get("retry-after")).to.equal("5");
    expect(JSON.parse(text)).to.have.property("code", "rest_storage_unavailable");
    expect(text).not.to.contain("secret");
    const logged = lines.filter(({ level }) => level === "warn" || level === "error");
    expect(logged.map(({ level, fields }) => [level, fields?.error])).to.deep.equal([["warn", cause]]);
  });

  it("takes no error for a storage that is away because of its code or name", async () => {
    const looksAway = Object.assign(new Error("busy"), {
      code: "SQLITE_BUSY",
      name: "StorageUnavailableError",
    });
    const origin = await start(fail(looksAway));
    expect((await fetch(`${origin}/wp-json/tribe/events/v1/events`)).status).to.equal(500);
  });

  it("answers 503 when who asks cannot be found out at the moment, and logs the cause if there is one", async () => {
    const cause = new Error("secret detail");
    const origin = await start(fail(new Error("not reached")), { trustProxy: 1 }, undefined, {
      ...EDITOR,
      authenticate: (_, source) =>
        Promise.reject(
          new CalendarError("rest_storage_unavailable", {}, source === "192.0.2.1" ? {} : { cause }),
        ),
    });
    for (const [address, logged] of [
      ["192.0.2.1", []],
      ["192.0.2.2", [cause]],
    ] as const) {
      const response = await fetch(`${origin}/wp-json/tribe/events/v1/events`, {
        headers: { authorization: "Bearer x", "x-forwarded-for": address },
      });
      expect(response.status).to.equal(503);
      expect(response.headers.get("retry-after")).to.equal("5");
      const warnings = lines.filter(({ level }) => level === "warn");
      expect(warnings.map(({ fields }) => fields?.error)).to.deep.equal(logged);
    }
  });

  it("asks anonymous callers to sign in and tells the others that they may not", async () => {
    const origin = await start(fail(new CalendarError("rest_cannot_edit_others")));
    const url = `${origin}/wp-json/tribe/events/v1/events/1`;
    expect((await fetch(url, { method: "POST" })).status).to.equal(401);
    const signedIn = await fetch(url, { method: "POST", headers: { authorization: "Bearer x" } });
    expect(signedIn.status).to.equal(403);
    expect(signedIn.headers.get("allow")).to.equal("GET, DELETE, POST, PUT, PATCH");
  });

  it("answers every code with its status in the envelope", async () => {
    for (const [code, status] of Object.entries(STATUS)) {
      if (code === "internal_server_error") continue;
      const origin = await start(fail(new CalendarError<keyof typeof STATUS>(code as keyof typeof STATUS)));
      const response = await fetch(`${origin}/wp-json/tribe/events/v1/events`, {
        headers: { authorization: "Bearer x" },
      });
      expect(response.status, code).to.equal(status);
      const body = (await response.json()) as { code: string; message: string; data: { status: number } };
      expect(body.code).to.equal(code);
      expect(body.data.status).to.equal(status);
      expect(body.message).to.be.a("string").and.not.to.equal("");
    }
    expect(Object.keys(CATALOGUES.en.errors)).to.have.members(Object.keys(STATUS));
  });

  it("writes one line about each request, without its credentials", async () => {
    const origin = await start(fail(new CalendarError("event-not-accessible")));
    await fetch(`${origin}/wp-json/tribe/events/v1/events/5?x=1`, {
      headers: { authorization: "Bearer sesame" },
    });
    const answered = lines.filter(({ message }) => message === "answered");
    expect(answered).to.have.length(1);
    expect(answered[0]?.fields).to.include({
      method: "GET",
      path: "/tribe/events/v1/events/5",
      status: 403,
      user: 7,
    });
    expect(JSON.stringify(lines)).not.to.contain("sesame");
  });

  it("says more of a request at debug: its query, and the code of its error", async () => {
    const origin = await start(fail(new CalendarError("event-not-accessible")));
    const { headers } = await fetch(`${origin}/wp-json/tribe/events/v1/events/5?x=1`);
    const [details] = lines.filter(
      ({ level, message }) => level === "debug" && message === "details of an answer",
    );
    expect(details?.fields).to.deep.include({
      request: headers.get("x-request-id"),
      code: "event-not-accessible",
    });
    expect({ ...(details?.fields?.query as object) }).to.deep.equal({ x: "1" });
  });

  it("names on every answer the id that the log knows it by", async () => {
    const origin = await start(fail(new CalendarError("event-not-accessible")));
    const ids = new Set<string | null>();
    const paths = [
      "/wp-json/tribe/events/v1/events/5",
      "/wp-json/tribe/events/v1",
      "/wp-json/media/none.png",
    ];
    for (const path of [...paths, "/nothing/here", "/healthz", "/", "/docs"]) {
      const { headers } = await fetch(origin + path);
      expect(headers.get("x-request-id"), path).to.match(/^[\w-]{36}$/);
      ids.add(headers.get("x-request-id"));
      if (path.startsWith("/wp-json")) {
        expect(headers.get("access-control-expose-headers"), path).to.match(/\bX-Request-Id\b/);
      }
    }
    expect(ids.size).to.equal(7);
    const logged = lines.filter(({ message }) => message === "answered").map(({ fields }) => fields?.request);
    expect(logged).to.deep.equal([...ids].slice(0, 3));
  });

  it("takes over the id of a request, and the client's address, from a proxy that is trusted alone", async () => {
    const sent = { "x-request-id": "edge-1.a:b", "x-forwarded-for": "10.0.0.1, 198.51.100.7" };
    const ask = async (trustProxy: number, headers: Record<string, string>) => {
      const origin = await start(fail(new CalendarError("event-not-accessible")), { trustProxy });
      const answer = await fetch(`${origin}/wp-json/tribe/events/v1/events/5`, { headers });
      const [answered] = lines.filter(({ message }) => message === "answered");
      const id = answer.headers.get("x-request-id");
      expect(answered?.fields?.request).to.equal(id);
      return { id, client: answered?.fields?.client };
    };
    expect(await ask(1, sent)).to.deep.equal({ id: "edge-1.a:b", client: "198.51.100.7" });
    const untrusted = await ask(0, sent);
    expect(untrusted.id).not.to.equal("edge-1.a:b");
    expect(untrusted.client).to.equal("127.0.0.1");
    for (const id of ["", "a b", "x".repeat(129), 'a"b', "ä"]) {
      expect((await ask(1, { "x-request-id": id })).id, id).to.match(/^[\w-]{36}$/);
    }
  });

  it("tells whether the process is up and whether the storage answers", async () => {
    const away = await start(fail(new Error()), {}, fail(new Error("gone")));
    expect((await fetch(`${away}/healthz`)).status).to.equal(200);
    const response = await fetch(`${away}/readyz`);
    expect(response.status).to.equal(503);
    expect(await response.text()).not.to.contain("gone");
    const there = await start(fail(new Error()));
    expect((await fetch(`${there}/readyz`)).status).to.equal(200);
  });

  it("lets caches keep anonymous answers as long as it is told, and nothing that fails", async () => {
    const ids = { cacheMaxAge: 60 };
    const origin = await start(fail(new CalendarError("rest-event-not-found")), ids);
    const index = await fetch(`${origin}/wp-json/tribe/events/v1`);
    expect(index.headers.get("cache-control")).to.equal("public, max-age=60, must-revalidate");
    expect(index.headers.get("vary")).to.equal("Origin, Authorization, Accept-Encoding");
    const missing = await fetch(`${origin}/wp-json/tribe/events/v1/events/1`);
    expect(missing.headers.get("cache-control")).to.equal("public, max-age=0, must-revalidate");
    const write = await fetch(`${origin}/wp-json/tribe/events/v1/events/1`, { method: "POST" });
    expect(write.headers.get("cache-control")).to.equal("no-store");
  });

  it("mounts the interface where the settings say, and nowhere else", async () => {
    const origin = await start(fail(new CalendarError("event-is-in-trash")), {
      restRoot: "/api",
      vendor: "acme",
    });
    expect((await fetch(`${origin}/api/acme/events/v1/events/1`)).status).to.equal(410);
    for (const path of [
      "/api/tribe/events/v1/events/1",
      "/api/acme/events/v2/events/1",
      "/wp-json/acme/events/v1/events/1",
      "/apiacme/events/v1/events/1",
      "/elsewhere",
    ]) {
      const response = await fetch(origin + path);
      expect(response.status, path).to.equal(404);
      expect(await response.json(), path).to.have.property("code", "rest_no_route");
    }
  });
});
