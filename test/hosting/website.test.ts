import { get } from "node:http";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import Koa from "koa";
import { type SamplePages, samplePages } from "../plugins/website/sample-pages.ts";
import { CLOCK, type HostServer, listen } from "./host-server.ts";

describe("calendar.website", () => {
  let sample: SamplePages;
  let calendar: Calendar;
  let server: HostServer;
  beforeEach(async () => {
    sample = samplePages();
    calendar = await createCalendar({
      storage: "sqlite::memory:",
      scheduler: false,
      clock: CLOCK,
      plugins: [sample.plugin],
    });
  });
  afterEach(async () => {
    await server.close();
    await calendar.close();
  });

  const startKoa = async (): Promise<void> => {
    const app = new Koa().use(calendar.website.middleware).use(calendar.middleware);
    app.use(async (ctx) => {
      let text = "";
      for await (const chunk of ctx.req) text += String(chunk);
      ctx.body = `host ${ctx.method} ${ctx.url} ${text}`;
    });
    server = await listen(app.callback());
  };

  it("is asked for nothing that is not mounted", async () => {
    const app = new Koa().use(calendar.middleware).use((ctx) => {
      ctx.body = `host ${ctx.url}`;
    });
    server = await listen(app.callback());
    for (const path of ["/", "/list/", "/event/fair/", "/?post_type=tribe_events&p=1"])
      expect((await server.get(`/${path}`)).text).to.equal(`host ${path}`);
    expect(sample.asked).to.deep.equal([]);
  });

  it("passes on what no plugin answers, as it came", async () => {
    await startKoa();
    const passed = await server.get("//elsewhere//x?a=%FF");
    expect([passed.status, passed.text]).to.deep.equal([200, "host GET /elsewhere//x?a=%FF "]);
    expect(passed.headers).not.to.have.any.keys("x-request-id", "etag", "vary", "cache-control");
    expect((await server.post("//elsewhere", { form: "a=b" })).text).to.equal("host POST /elsewhere a=b");
    expect((await server.send("PUT", "//elsewhere")).text).to.equal("host PUT /elsewhere ");
    for (const path of ["/docs", "/healthz", "/readyz"])
      expect((await server.get(`/${path}`)).text).to.equal(`host GET ${path} `);
    expect((await server.get("/events")).body.events).to.deep.equal([]);
    expect((await server.get("//list/")).status).to.equal(200);
  });

  it("is one handler that answers everything where nothing comes after it", async () => {
    server = await listen((request, response) => calendar.website.callback(request, response));
    expect((await server.get("//")).text).to.equal("<h1>Front page</h1>");
    expect((await server.get("//elsewhere")).body.code).to.equal("rest_no_route");
  });

  it("takes forms that the host has read", async () => {
    server = await listen(async (request, response) => {
      for await (const _chunk of request);
      Object.assign(request, { body: { name: "Ann", both: ["1", "2"], deep: { er: 1 } } });
      calendar.website.callback(request, response);
    });
    expect((await server.post("//form", { form: "x=y" })).body.fields).to.deep.equal([
      ["name", ["Ann"]],
      ["both", ["1", "2"]],
    ]);
  });

  it("goes on to answer others when handlers hang whose clients have gone", async () => {
    await startKoa();
    for (let number = 0; number < 20; number += 1) {
      const request = get(`${server.origin}/hanging`);
      const count = sample.asked.length;
      while (sample.asked.length === count) await new Promise(setImmediate);
      const closed = new Promise((resolve) => request.on("close", resolve));
      request.on("error", () => undefined).destroy();
      await closed;
    }
    expect((await server.get("//list/")).status).to.equal(200);
    expect((await server.get("/events?per_page=50")).status).to.equal(200);
  });

  for (const [title, requestsAtOnce, slow] of [
    ["neither waits", undefined, 8],
    ["nor is refused", 4, 1],
  ] as const)
    it(`passes on what no handler is for, which ${title} while handlers are slow`, async () => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let begun = 0;
      await calendar.close();
      calendar = await createCalendar({
        storage: "sqlite::memory:",
        scheduler: false,
        clock: CLOCK,
        ...(requestsAtOnce !== undefined && { requestsAtOnce }),
        plugins: [
          {
            name: "slow-pages",
            setup: () => ({
              website: [
                {
                  isFor: ({ path }) => path === "/slow",
                  async handle({ path }) {
                    if (path !== "/slow") throw new Error("not for this handler");
                    begun += 1;
                    await released;
                    return { type: "text/plain", text: "slow" };
                  },
                },
              ],
            }),
          },
        ],
      });
      await startKoa();
      const pages = Array.from({ length: slow }, () => server.get("//slow"));
      // One client may have at most four pages rendered at a time.
      while (begun < Math.min(slow, 4)) await new Promise(setImmediate);
      if (requestsAtOnce !== undefined) expect((await server.get("//slow")).status).to.equal(503);
      expect((await server.get("//elsewhere")).text).to.equal("host GET /elsewhere ");
      expect((await server.send("PUT", "//elsewhere")).text).to.equal("host PUT /elsewhere ");
      expect((await server.post("//elsewhere", { form: "a=b" })).text).to.equal("host POST /elsewhere a=b");
      const put = await server.send("PUT", "//slow");
      expect([put.status, put.headers.allow]).to.deep.equal([405, "GET, HEAD, POST"]);
      release();
      for (const page of await Promise.all(pages)) expect(page.text).to.equal("slow");
    });

  it("leaves a host alone that goes on when the calendar has closed", async () => {
    await startKoa();
    expect((await server.get("//list/")).status).to.equal(200);
    await calendar.close();
    expect((await server.get("//list/")).text).to.equal("host GET /list/ ");
    const page = await server.get("//event/fair/");
    expect([page.status, page.headers["retry-after"], page.headers["cache-control"]]).to.deep.equal([
      503,
      "5",
      "no-store",
    ]);
  });
});
