import type { RequestListener } from "node:http";
import type { Plugin } from "@kalends/core/plugin";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar, type Identity } from "kalends";
import Koa from "koa";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";
import { mount } from "./koa-mount.ts";

/** Plugin whose previews are the title of the event and the address of its page. */
const TITLES: Plugin = {
  name: "titles",
  setup: () => ({
    previews: [
      {
        handle: ({ view: { event } }, { present }) => ({
          type: "text/plain",
          text: `${event.title} ${present.eventUrl(event)}`,
        }),
      },
    ],
  }),
};

const MOUNT = "/calendar";

/** Host applications that mount a calendar at a path. Each returns a listener of Node.js. */
const HOSTS: Readonly<Record<string, (calendar: Calendar) => RequestListener>> = {
  "Koa, with the path in the address": ({ website, middleware }) =>
    new Koa().use(website.middleware).use(middleware).callback(),
  "Koa, without the path in the address": ({ website, middleware }) =>
    new Koa().use(mount(MOUNT, website.middleware)).use(mount(MOUNT, middleware)).callback(),
  "Express and Fastify, which take the path off the address":
    ({ website, callback }) =>
    (request, response) => {
      const originalUrl = request.url ?? "";
      Object.assign(request, { originalUrl, url: originalUrl.slice(MOUNT.length) || "/" });
      callback(request, response, () => website.callback(request, response));
    },
};

describe("previews in a host", () => {
  let calendar: Calendar;
  let server: HostServer;
  let user: Identity;
  const create = async (options: CalendarOptions = {}): Promise<Calendar> => {
    user = { id: "ann@host", roles: ["author"] };
    calendar = await createCalendar({
      ...{ storage: "sqlite::memory:", clock: CLOCK, scheduler: false, plugins: [TITLES] },
      identity: () => user,
      ...options,
    });
    return calendar;
  };
  afterEach(async () => {
    await server.close();
    await calendar.close();
  });

  // rules/preview.md#preview
  for (const [name, toListener] of Object.entries(HOSTS))
    it(`have the address at which ${name} serves them`, async () => {
      server = await listen(toListener(await create({ mountPath: MOUNT, locales: ["fr"], trustProxy: 1 })));
      for (const locale of ["", "/fr"]) {
        const namespace = `/${MOUNT}${locale}/wp-json/tribe/events/v1`;
        const { body: event } = await server.post(`${namespace}/events`, {
          json: { ...AN_EVENT, status: "draft" },
        });
        const made = await server.post(`${namespace}/events/${event.id}/preview`, {
          headers: { "x-forwarded-host": "town.example", "x-forwarded-proto": "https" },
          json: { title: "Unsaved" },
        });
        expect(made.status, made.text).to.equal(201);
        const { origin, pathname } = new URL(made.body.url);
        expect(origin).to.equal("https://town.example");
        expect(pathname).to.match(new RegExp(`^${MOUNT}${locale}/events/preview/`));
        const { status, text } = await server.get(`/${pathname}`);
        expect(status, text).to.equal(200);
        expect(text).to.include("Unsaved").and.include(`${MOUNT}/?post_type=tribe_events&p=${event.id}`);
      }
    });

  it("begin with the configured address of the site", async () => {
    const { website, middleware } = await create({ baseUrl: "https://town.example/site" });
    server = await listen(new Koa().use(website.middleware).use(middleware).callback());
    const { body: event } = await server.post("/events", { json: AN_EVENT });
    const { body } = await server.post(`/events/${event.id}/preview`, { json: {} });
    expect(body.url).to.match(/^https:\/\/town\.example\/site\/events\/preview\//);
  });

  // rules/preview.md#end-of-previews
  it("stay valid for users whose rights cannot be read, until they are revoked", async () => {
    const { website, middleware } = await create();
    server = await listen(new Koa().use(website.middleware).use(middleware).callback());
    const { body: event } = await server.post("/events", { json: AN_EVENT });
    const path = `/events/${event.id}/preview`;
    const { body: made } = await server.post(path, { json: { days: 1 } });
    user = { id: "ann@host", roles: ["subscriber"] };
    expect((await server.get(`/${new URL(made.url).pathname}`)).status).to.equal(200);
    expect((await server.post(path, { json: {} })).status).to.equal(403);
    user = { id: "bob@host", roles: ["editor"] };
    expect((await server.send("DELETE", `${path}s/${made.id}`)).status).to.equal(200);
    expect((await server.get(`/${new URL(made.url).pathname}`)).status).to.equal(404);
  });

  it("can be made in process", async () => {
    const { website, middleware, as } = await create({ baseUrl: "https://town.example" });
    server = await listen(new Koa().use(website.middleware).use(middleware).callback());
    const api = as({ id: 7, roles: ["editor"] });
    const { event } = await api.events.create({ status: "draft", ...AN_EVENT });
    const response = await api.fetch(`/events/${event.id}/preview`, { method: "POST" });
    const { url } = (await response.json()) as { url: string };
    expect((await server.get(`/${new URL(url).pathname}`)).text).to.include("Spring fair");
  });
});
