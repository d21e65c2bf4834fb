import { type EventView, eventFormat, type Plugin, type PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/pages";
import { toSitemap } from "@kalends/pages/internals";
import { expect } from "chai";
import { fakeDeps, fakeRequest, SITE } from "../fake-request.ts";
import { ADAPTERS } from "../start-calendar.ts";
import { type Json, type Site, startSite } from "../start-site.ts";

const EVENTS = 41_000;

/**
 * Returns plugin dependencies with a large calendar. A policy hides one in a hundred events from visitors.
 */
const largeDeps = (): PluginDeps => {
  const toView = (id: number) =>
    ({ event: { id, slug: `event-${id}`, modifiedUtc: "2031-05-06 10:00:00" } }) as unknown as EventView;
  const nothing = async () => ({ items: [], total: 0, page: 1, perPage: 100, understood: {} });
  const none = { list: nothing };
  async function* stream(_query: object, { after }: { readonly after: number }) {
    for (let id = after + 1; id <= EVENTS; id += 1) if (id % 100 !== 0) yield toView(id);
  }
  const api = { events: { stream }, venues: none, organizers: none, categories: none, tags: none };
  return {
    ...fakeDeps(),
    postStatuses: { visibleTo: () => ({ statuses: ["publish"] }) },
    calendar: { as: () => api, unrestricted: { events: { count: async () => EVENTS } } },
  } as unknown as PluginDeps;
};

const read = async (path: string): Promise<readonly string[]> => {
  const deps = largeDeps();
  for (const handler of plugin().setup?.(deps).website ?? []) {
    const answer = await handler.handle(fakeRequest(path));
    if (answer === undefined) continue;
    let text = "text" in answer ? answer.text : "";
    if ("stream" in answer) for await (const portion of answer.stream) text += portion;
    return [...text.matchAll(/<loc>([^<]+)/g)].map(([, url = ""]) => url);
  }
  return [];
};

describe("sitemaps of large calendars", () => {
  it("are several, which have every event once that visitors may see", async () => {
    const parts = await read("/sitemap.xml");
    expect(parts).to.have.length(3);
    expect(parts[0]).to.equal(`${SITE}/sitemap-others.xml`);
    expect(await read("/sitemap-others.xml")).to.deep.equal([`${SITE}/events/`]);
    const urls: string[] = [];
    for (const part of parts.slice(1)) {
      const found = await read(part.slice(SITE.length));
      expect(found.length).to.be.within(1, 40_000);
      urls.push(...found);
    }
    expect(urls).to.have.length(EVENTS * 0.99);
    expect(new Set(urls).size).to.equal(urls.length);
  });

  it("leave out addresses that are longer than sitemaps may have", async () => {
    const urls = [2047, 2048].map((length) => `${SITE}/`.padEnd(length, "x"));
    let text = "";
    const entries = async function* () {
      yield urls.map((url) => ({ url }));
    };
    for await (const portion of toSitemap(entries())) text += portion;
    expect([...text.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url)).to.deep.equal(urls.slice(0, 1));
  });
});

/** Plugin that shows visitors only events with the field `shown`. It also adds an event format. */
const hidingPlugin: Plugin = {
  name: "further",
  setup: () => ({
    policies: [
      {
        pure: true,
        narrow: ({ kind, actor }) =>
          kind === "event" && actor.id === undefined
            ? { extensions: [{ plugin: "further", field: "shown", anyOf: [true] }] }
            : undefined,
      },
    ],
    fields: [{ record: "event", name: "shown", parameter: { description: "Shown.", type: "boolean" } }],
    eventFormats: [
      eventFormat<object>({
        ...{
          pure: false,
          mediaType: "text/calendar",
          extension: "ics",
          description: "A file.",
          parameters: {},
          order: "id",
        },
        async *write() {
          yield "BEGIN:VCALENDAR";
        },
      }),
    ],
  }),
};

for (const { name, server } of ADAPTERS)
  describe(`policies and files of events on ${name}`, () => {
    let site: Site;
    before(async () => {
      site = await startSite(server, undefined, [hidingPlugin]);
    });
    after(() => site.close());
    const add = (title: string, shown: boolean): Promise<Json> =>
      site.send("POST", "/events", {
        ...{ title, shown, start_date: "2031-05-09 20:00:00", end_date: "2031-05-09 23:00:00" },
      });

    it("hold for pages and the sitemap", async () => {
      const [shown, hidden] = [await add("Shown", true), await add("Hidden", false)];
      const paths = ["/sitemap.xml", "/events/list/"];
      for (const path of paths) {
        const { text } = await site.get(path);
        expect(text).to.include(shown.url).and.to.not.include(hidden.url);
      }
      const missing = await site.get("/event/none/");
      expect(await site.get(`/event/${hidden.slug}/`)).to.include({ status: 404, text: missing.text });
    });

    it("are where the sitemaps of WordPress lead", async () => {
      for (const path of ["/wp-sitemap.xml", "/wp-sitemap-posts-tribe_events-1.xml"]) {
        const { status, headers } = await site.get(path);
        expect([status, headers.get("location")], path).to.deep.equal([301, `${site.origin}/sitemap.xml`]);
      }
      expect((await site.get("/wp-sitemap/index.xml")).status).to.equal(404);
    });

    it("are offered to subscribe to, with the filters of the view", async () => {
      const event = await add("Jazz", true);
      const list = (await site.get("/events/list/?search=jazz")).text;
      const file = `${site.origin}/wp-json/tribe/events/v1/events.ics?search=jazz`;
      expect(list)
        .to.include(`href="${file}"`)
        .and.to.include(`href="${file.replace("http:", "webcal:")}"`);
      expect(list).to.include('<link rel="alternate" type="text/calendar"');
      expect(list).to.not.include("application/atom+xml");
      const page = (await site.get(new URL(event.url).pathname)).text;
      expect(page).to.include(`/wp-json/tribe/events/v1/events/${event.id}.ics"`);
      expect(page).to.include("calendar.google.com/calendar/render?action=TEMPLATE");
    });
  });
