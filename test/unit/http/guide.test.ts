import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createPostStatuses } from "@kalends/core/interface";
import { createHttpApp, createHttpMiddleware, createInterface } from "@kalends/http";
import { expect } from "chai";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { failingOperations, SETTINGS } from "./fake-app.ts";

const INDEX = "<!doctype html><title>Documentation</title>";

interface TestResponse {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

describe("/docs/guide", () => {
  let folder: string;
  const servers: Server[] = [];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "kalends-guide-"));
    const site = join(folder, "site");
    mkdirSync(join(site, "rules"), { recursive: true });
    mkdirSync(join(site, "pictures"));
    writeFileSync(join(folder, "secret.html"), "secret");
    writeFileSync(join(site, ".hidden.html"), "secret");
    writeFileSync(join(site, "notes.txt"), "secret");
    writeFileSync(join(site, "index.html"), INDEX);
    writeFileSync(join(site, "style.css"), "body { margin: 0; }");
    writeFileSync(join(site, "rules/index.html"), "<!doctype html><title>Rules</title>");
    writeFileSync(join(site, "pictures/month.png"), new Uint8Array([137, 80, 78, 71]));
    mkdirSync(join(site, "empty.html"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  const start = async (guideFolder?: string): Promise<number> => {
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const deps = { logger, settings: SETTINGS };
    const middleware = createHttpMiddleware({
      ...deps,
      about: { version: "0.1.0", plugins: [] },
      interface: createInterface({
        stopwatch: { now: () => 0 },
        ...deps,
        operations: failingOperations(() => Promise.reject(new Error())),
      }),
      identify: () => Promise.resolve({ capabilities: new Set() }),
      postStatuses: createPostStatuses(),
      blobStore: createMemoryBlobStore(),
      stopwatch: { now: () => 0 },
      ready: () => Promise.resolve(),
      hasPublishedEvents: async () => true,
      findGuideFolder: () => guideFolder,
    });
    const server = createServer(createHttpApp({ ...deps, middleware }).callback());
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };

  /** Sends a path unchanged. `fetch` would resolve its dots. */
  const send = async (
    port: number,
    path: string,
    { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      headers: { accept: "text/html", ...headers },
    });
    sent.end();
    const [response] = await once(sent, "response");
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };

  it("serves the built pages with their types, a policy without scripts, and nothing to a frame", async () => {
    const port = await start(join(folder, "site"));
    for (const [path, type] of [
      ["/docs/guide/", "text/html; charset=UTF-8"],
      ["/docs/guide/index.html?from=here", "text/html; charset=UTF-8"],
      ["/docs/guide/rules/", "text/html; charset=UTF-8"],
      ["/docs/guide/style.css", "text/css; charset=UTF-8"],
      ["/docs/guide/pictures/month.png", "image/png"],
    ] as const) {
      const { status, headers } = await send(port, path);
      expect([status, headers["content-type"]], path).to.deep.equal([200, type]);
      expect(headers["content-security-policy"], path)
        .to.match(/^default-src 'none'; /)
        .and.include("style-src 'self'")
        .and.include("img-src 'self'")
        .and.include("frame-ancestors 'none'")
        .and.not.include("script-src");
      expect(headers["x-content-type-options"], path).to.equal("nosniff");
    }
    expect((await send(port, "/docs/guide/")).body).to.equal(INDEX);
  });

  it("leads from its address without a slash to the one with it, wherever the site is mounted", async () => {
    const { status, headers } = await send(await start(join(folder, "site")), "/docs/guide");
    expect([status, headers.location]).to.deep.equal([307, "guide/"]);
  });

  it("has tags, so that a page that is known is a 304, and answers HEAD without a body", async () => {
    const port = await start(join(folder, "site"));
    const { headers } = await send(port, "/docs/guide/");
    expect(headers["cache-control"]).to.equal("no-cache");
    const known = await send(port, "/docs/guide/", { headers: { "if-none-match": String(headers.etag) } });
    expect([known.status, known.body, known.headers.etag]).to.deep.equal([304, "", headers.etag]);
    const other = await send(port, "/docs/guide/", { headers: { "if-none-match": '"other"' } });
    expect(other.status).to.equal(200);
    const head = await send(port, "/docs/guide/", { method: "HEAD" });
    expect([head.status, head.body, head.headers["content-length"]]).to.deep.equal([
      200,
      "",
      String(INDEX.length),
    ]);
  });

  it("answers with the error page of every unknown address where there is no page, and never leaves its folder", async () => {
    const port = await start(join(folder, "site"));
    const unknown = await send(port, "/no/such/page");
    expect(unknown.status).to.equal(404);
    for (const path of [
      "missing.html",
      "rules",
      "empty.html",
      "empty.html/index.html",
      "style.css/",
      "notes.txt",
      ".hidden.html",
      "../secret.html",
      "rules/../../secret.html",
      "..%2fsecret.html",
      "%2e%2e/secret.html",
      "..\\secret.html",
      "%00.html",
      "..;/secret.html",
      `${"a".repeat(300)}.html`,
    ]) {
      const { status, body } = await send(port, `/docs/guide/${path}`);
      expect([status, body], path).to.deep.equal([404, unknown.body]);
    }
    expect((await send(port, "/docs/guide/", { method: "POST" })).status).to.equal(404);
  });

  it("is linked from /docs where it is built; else it is as unknown as any other address, and nothing links to it", async () => {
    const built = await start(join(folder, "site"));
    expect((await send(built, "/docs")).body).to.include('href="/docs/guide/"');
    const port = await start();
    expect((await send(port, "/docs")).body).to.not.include("guide");
    const unknown = await send(port, "/no/such/page");
    for (const path of ["/docs/guide", "/docs/guide/", "/docs/guide/index.html"]) {
      const { status, body, headers } = await send(port, path);
      expect([status, body], path).to.deep.equal([404, unknown.body]);
      expect(headers["content-security-policy"]).to.equal(unknown.headers["content-security-policy"]);
    }
  });
});
