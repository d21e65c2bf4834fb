import type { RequestListener } from "node:http";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import Koa, { type Middleware } from "koa";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { CLOCK, type HostServer, listen } from "./host-server.ts";
import { mount } from "./koa-mount.ts";

const identity: NonNullable<CalendarOptions["identity"]> = () => ({ id: 1, roles: ["administrator"] });

describe("a host that mounts the calendar", () => {
  let calendar: Calendar;
  let server: HostServer | undefined;
  let warnings: string[];

  const mounted = async (
    options: CalendarOptions,
    listener: (open: Calendar) => RequestListener,
  ): Promise<HostServer> => {
    warnings = [];
    const nothing = (): void => undefined;
    calendar = await createCalendar({
      storage: "sqlite::memory:",
      media: createMemoryBlobStore(),
      clock: CLOCK,
      identity,
      scheduler: false,
      logger: {
        debug: nothing,
        info: nothing,
        warn: (message) => void warnings.push(message),
        error: nothing,
      },
      ...options,
    });
    server = await listen(listener(calendar));
    return server;
  };
  afterEach(async () => {
    await server?.close();
    await calendar.close();
  });

  /** Creates a host that mounts a calendar at a path as Express does. */
  const express =
    (baseUrl: string) =>
    ({ callback }: Calendar): RequestListener =>
    (request, response) => {
      const originalUrl = request.url ?? "";
      Object.assign(request, { baseUrl, originalUrl, url: originalUrl.slice(baseUrl.length) });
      callback(request, response, () => response.end("host"));
    };
  /** Creates a host that mounts a calendar at a path as middie does. */
  const middie =
    (path: string) =>
    ({ callback }: Calendar): RequestListener =>
    (request, response) => {
      const originalUrl = request.url ?? "";
      Object.assign(request, { originalUrl, url: originalUrl.slice(path.length) });
      callback(request, response, () => response.end("host"));
    };
  const koa =
    (path: string) =>
    ({ middleware }: Calendar): RequestListener =>
      new Koa().use(mount(path, middleware as Middleware)).callback();

  for (const [name, at] of Object.entries({ Express: express, Fastify: middie, Koa: koa })) {
    it(`is warned once if mountPath does not say where, in ${name}`, async () => {
      const { get } = await mounted({}, at("/calendar"));
      await get("//calendar/wp-json");
      await get("//calendar/wp-json");
      expect(warnings).to.deep.equal([
        'the calendar is mounted at /calendar, but mountPath is not set: its links lead elsewhere; pass mountPath: "/calendar" to createCalendar',
      ]);
    });

    it(`is warned if mountPath says something else, in ${name}`, async () => {
      const { get } = await mounted({ mountPath: "/events" }, at("/calendar"));
      await get("//calendar/wp-json/tribe/events/v1/events");
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.contain("mounted at /calendar, but mountPath is /events");
    });

    it(`is not warned if both agree, in ${name}`, async () => {
      const { get } = await mounted({ mountPath: "/calendar" }, at("/calendar"));
      expect((await get("//calendar/wp-json")).status).to.equal(200);
      expect(warnings).to.deep.equal([]);
    });
  }

  it("is warned once if only the website is mounted, and not if there are no pages", async () => {
    const website =
      (baseUrl: string) =>
      (calendar: Calendar): RequestListener =>
        express(baseUrl)({ ...calendar, callback: calendar.website.callback });
    const pages = { name: "hall", setup: () => ({ website: [{ handle: async () => undefined }] }) };
    const { get, close } = await mounted({ plugins: [pages] }, website("/calendar"));
    await get("//calendar/");
    await get("//calendar/events/");
    expect(warnings).to.deep.equal([
      'the calendar is mounted at /calendar, but mountPath is not set: its links lead elsewhere; pass mountPath: "/calendar" to createCalendar',
    ]);
    await close();
    await calendar.close();
    await (await mounted({}, website("/calendar"))).get("//calendar/");
    expect(warnings).to.deep.equal([]);
  });

  it("is not warned if baseUrl has the path", async () => {
    const { get } = await mounted({ baseUrl: "https://town.example/calendar" }, express("/calendar"));
    expect((await get("//calendar/wp-json")).body.home).to.equal("https://town.example/calendar");
    expect(warnings).to.deep.equal([]);
  });

  it("is warned at the start if baseUrl has the path, too", async () => {
    await mounted({ baseUrl: "https://town.example/calendar", mountPath: "/calendar" }, express("/calendar"));
    expect(warnings).to.deep.equal([
      "baseUrl ends with mountPath, so links contain it twice: remove it from baseUrl",
    ]);
  });

  it("is not warned about addresses that it has rewritten", async () => {
    const { get } = await mounted({}, ({ callback }) => (request, response) => {
      Object.assign(request, { originalUrl: request.url, url: "/wp-json/tribe/events/v1/events" });
      callback(request, response);
    });
    expect((await get("//programme.json")).status).to.equal(200);
    expect(warnings).to.deep.equal([]);
  });
});
