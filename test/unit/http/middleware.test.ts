import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CalendarError } from "@kalends/core";
import type { Accounts } from "@kalends/core/accounts";
import { createPostStatuses, type Operations, type ParameterValues } from "@kalends/core/interface";
import { createCalendarMiddleware, createCredentialIdentity, createInterface } from "@kalends/http";
import { expect } from "chai";
import Koa from "koa";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { failingOperations, SETTINGS } from "./fake-app.ts";

const NOBODY: Accounts = {
  authenticate: () => Promise.resolve({ failure: "rest_forbidden" }),
  actorOf: () => Promise.resolve(undefined),
  isAuthor: () => Promise.resolve(false),
};
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

describe("createCalendarMiddleware", () => {
  let server: Server;
  let origin: string;
  let received: ParameterValues | undefined;

  /**
   * Starts a host with its own pages. With `readFirst`, the host reads request bodies before the calendar
   * does.
   */
  const start = async (readFirst: boolean): Promise<void> => {
    const operations = failingOperations(() => Promise.reject(new CalendarError("event-is-in-trash")));
    const create: Operations["events"]["create"] = {
      ...operations.events.create,
      parameters: { title: { description: "", type: "string" } },
      run: (values) => {
        received = { ...values };
        return Promise.reject(new CalendarError("event-is-in-trash"));
      },
    };
    const host = new Koa();
    host.use((ctx, next) => {
      ctx.vary("Accept-Encoding");
      return next();
    });
    if (readFirst) {
      host.use(async (ctx, next) => {
        const chunks: Buffer[] = [];
        for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
        Object.assign(ctx.request, { body: JSON.parse(Buffer.concat(chunks).toString() || "{}") });
        return next();
      });
    }
    host.use(
      createCalendarMiddleware({
        interface: createInterface({
          stopwatch: { now: () => 0 },
          operations: { ...operations, events: { ...operations.events, create } },
          settings: SETTINGS,
          logger: SILENT,
        }),
        identify: createCredentialIdentity(NOBODY, SETTINGS),
        postStatuses: createPostStatuses(),
        blobStore: createMemoryBlobStore(),
        logger: SILENT,
        stopwatch: { now: () => 0 },
        settings: SETTINGS,
      }),
    );
    host.use((ctx) => {
      ctx.body = `host ${ctx.method} ${ctx.url}`;
    });
    server = createServer(host.callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  afterEach(async () => {
    received = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("passes on everything that is not for the interface, as it came", async () => {
    await start(false);
    for (const path of ["/", "/?page=2", "/events", "/wp-jsonx", "/healthz", "/page?rest_route=/x"]) {
      const response = await fetch(origin + path, { headers: { authorization: "Bearer of the host" } });
      expect(await response.text()).to.equal(`host GET ${path}`);
    }
    const other = await fetch(`${origin}/wp-jsonx?_method=DELETE`, { method: "POST" });
    expect(await other.text()).to.equal("host POST /wp-jsonx?_method=DELETE");
  });

  it("answers under the REST root and by rest_route", async () => {
    await start(false);
    for (const path of ["/wp-json/tribe/events/v1/events/1", "/?rest_route=/tribe/events/v1/events/1"]) {
      expect((await fetch(origin + path)).status).to.equal(410);
    }
    expect((await fetch(`${origin}/wp-json/other`)).status).to.equal(404);
  });

  it("keeps what the host says its answers depend on", async () => {
    await start(false);
    const response = await fetch(`${origin}/wp-json/tribe/events/v1`);
    expect(response.status).to.equal(200);
    expect(response.headers.get("vary")).to.equal("Accept-Encoding, Origin");
  });

  it("takes a body that the host has read", async () => {
    await start(true);
    const response = await fetch(`${origin}/wp-json/tribe/events/v1/events`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ title: "x" }),
    });
    expect(response.status).to.equal(410);
    expect(received).to.deep.equal({ title: "x" });
  });
});
