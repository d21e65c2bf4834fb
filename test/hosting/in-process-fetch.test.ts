import { setImmediate as nextEvent } from "node:timers/promises";
import { type CalendarClient, CalendarRequestError, createCalendarClient } from "@kalends/client";
import { storageUnavailable } from "@kalends/core";
import type { Plugin, PluginContributions } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, type Caller, createCalendar, type FetchOptions, type Identity } from "kalends";
import { aPicture } from "../http/pictures.ts";
import { inProcessClient } from "../in-process-client.ts";
import { firstStore } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK, type HostServer, listen } from "./host-server.ts";

const USERS: Readonly<Record<string, Identity>> = {
  alma: { id: 7, roles: ["administrator"] },
  bruno: { id: 8, roles: ["contributor"] },
};

const PLUGIN: Plugin = {
  name: "sample",
  setup: () => ({
    routes: [
      {
        method: "GET",
        path: "/sample/{id}",
        description: "A sample.",
        parameters: { word: { description: "A word.", type: "string" } },
        permits: () => true,
        run: async ({ word }, { id = 0 }) => ({ body: { word: String(word), id } }),
      },
    ],
  }),
};

/** Returns a function that creates clients for a calendar in this process. */
const clientsOf =
  (calendar: Calendar) =>
  (caller?: Caller, options?: FetchOptions): CalendarClient =>
    inProcessClient(calendar, caller, options);

/** Returns the client of a user, or of an anonymous visitor. */
type As = (user?: string) => CalendarClient;

/** Returns the result or the error of a call, without the parts that are random. */
const outcome = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    // File names of images contain random characters.
    return JSON.parse(JSON.stringify(await call).replaceAll(/-[\da-f]{16}\b/g, ""));
  } catch (error) {
    if (!(error instanceof CalendarRequestError)) throw error;
    const { code, message, status, params, missing, details, data } = error;
    return { code, message, status, params, missing, details, data };
  }
};

const IMAGE = await aPicture();

/** Calls that are run in order: reads and writes of each kind, valid and invalid. */
const SCRIPT: readonly ((as: As) => Promise<unknown>)[] = [
  (as) => as("alma").images.upload(IMAGE, { name: "mill.png" }),
  (as) => as("alma").categories.create({ name: "Jazz & more" }),
  (as) => as("alma").tags.create({ name: "spring" }),
  (as) =>
    as("alma").events.create({
      ...AN_EVENT,
      description: "One\n\nTwo <b>three</b>",
      cost: "12.50",
      image: "1",
      venue: { venue: "Old mill", geo_lat: "47.1", geo_lng: "8.2" },
      organizer: [{ organizer: "Ann" }, { organizer: "Ben", website: "https://ben.example" }],
      categories: ["jazz-more"],
      tags: ["spring", "new"],
    }),
  (as) =>
    as("alma").events.create({ ...AN_EVENT, title: "Hidden", status: "private", end_date: "2031-04-01" }),
  (as) => as("alma").events.create({ ...AN_EVENT, image: new File([IMAGE], "own.png") as unknown as string }),
  (as) => as("bruno").events.create({ ...AN_EVENT, title: "Of Bruno" }),
  (as) => as("bruno").events.create({ ...AN_EVENT, author: 7 }),
  (as) => as().events.create(AN_EVENT),
  (as) => as("alma").events.create({ ...AN_EVENT, start_date: "never", venue: { website: "x" } } as never),
  (as) => as("alma").events.create({ title: "" } as never),
  (as) => as("alma").events.create({ ...AN_EVENT, end_date: "2031-04-01" }, { strict: true }),
  (as) => as("alma").events.update(5, { title: "Changed", featured: true, slug: "Not a slug" }),
  (as) => as("alma").venues.update(3, { phone: "1 & 2" }),
  (as) => as("bruno").venues.delete(3),
  ...["alma", "bruno", undefined].flatMap((user) => [
    (as: As) => as(user).events.get(5),
    (as: As) => as(user).events.get({ slug: "spring-fair" }),
    (as: As) => as(user).events.get({ slug: "is/not there" }),
    (as: As) => as(user).events.get(99),
    (as: As) =>
      as(user).events.list({ start_date: "2031-01-01", end_date: "2031-12-31", per_page: 1 }).page(),
    (as: As) =>
      as(user).send({ path: "/events", query: { per_page: 2, search: "fair & co, 100%", page: 1 } }),
    (as: As) =>
      as(user).send({ path: "/events", query: "?start_date=2031-01-01&page=2&per_page=2&venue[]=3" }),
    (as: As) => as(user).send({ path: "/events", query: { page: 9 } }),
    (as: As) => as(user).send({ path: "/events", query: { status: "private", _fields: "events.id,total" } }),
    (as: As) => as(user).venues.list({}).page(),
    (as: As) => as(user).send({ path: "/venues", query: {} }),
    (as: As) => as(user).venues.get(3),
    (as: As) => as(user).send({ path: "/organizers", query: { per_page: 1 } }),
    (as: As) => as(user).organizers.get(4),
    (as: As) => as(user).send({ path: "/categories", query: { orderby: "count", order: "desc" } }),
    (as: As) => as(user).categories.get(1),
    (as: As) => as(user).send({ path: "/tags", query: { per_page: 1 } }),
    (as: As) => as(user).tags.get(99),
    (as: As) => as(user).send({ path: "/images" }),
    (as: As) => as(user).images.get(1),
    (as: As) => as(user).send({ path: "" }),
    (as: As) => as(user).send({ path: "/doc", query: { version: "3.1" } }),
    (as: As) => as(user).send({ path: "/sample/7", query: { word: "a b" } }),
    (as: As) => as(user).send({ path: "/nothing" }),
    (as: As) => as(user).send({ method: "POST", path: "/doc", body: {} }),
  ]),
  (as) => as("alma").categories.delete(1),
  (as) => as("alma").events.delete(5),
  (as) => as("alma").events.get(5),
  (as) => as().events.get(5),
];

for (const { name, open } of firstStore) {
  describe(`fetch of calendar.as, on ${name}`, () => {
    let opened: StoreWithAccounts[];
    let calendars: Calendar[];
    let servers: HostServer[];

    const start = async (options = {}): Promise<Calendar> => {
      const store = await open();
      opened.push(store);
      const calendar = await createCalendar({
        storage: store,
        media: createMemoryBlobStore(),
        clock: CLOCK,
        scheduler: false,
        plugins: [PLUGIN],
        locales: ["fr"],
        identity: ({ headers }) => USERS[headers.authorization?.replace("Bearer ", "") ?? ""],
        ...options,
      });
      calendars.push(calendar);
      return calendar;
    };

    beforeEach(() => {
      opened = [];
      calendars = [];
      servers = [];
    });
    afterEach(async () => {
      await Promise.all(servers.map((server) => server.close()));
      await Promise.all(calendars.map((calendar) => calendar.close()));
      await Promise.all(opened.map((store) => store.close()));
    });

    for (const locale of [undefined, "fr"]) {
      it(`answers what a server answers${locale === undefined ? "" : ", in the language of a locale"}`, async () => {
        const options = { baseUrl: "https://town.example/site", mountPath: "/calendar" };
        const served = await start(options);
        const server = await listen(served.callback);
        servers.push(server);
        const direct = await start(options);
        const adjusted: string[][] = [[], []];
        const inLocale = locale === undefined ? {} : { locale };
        const overHttp: As = (user) =>
          createCalendarClient({
            site: `${server.origin}/calendar`,
            ...(user !== undefined && { credentials: { token: user } }),
            onAdjusted: (parameters) => void adjusted[0]?.push(...parameters),
            ...inLocale,
          });
        const inProcess: As = (user) =>
          createCalendarClient({
            site: `${options.baseUrl}${options.mountPath}`,
            fetch: direct.as(user === undefined ? undefined : USERS[user], inLocale).fetch,
            onAdjusted: (parameters) => void adjusted[1]?.push(...parameters),
            ...inLocale,
          });
        for (const [index, call] of SCRIPT.entries()) {
          const expected = await outcome(call(overHttp));
          expect(await outcome(call(inProcess)), `${index}: ${call}`).to.deep.equal(expected);
        }
        expect(adjusted[1]).to.deep.equal(adjusted[0]);
        expect(adjusted[1]).to.include("end_date").and.include("slug");
      });
    }

    it("goes through all pages of a list", async () => {
      const api = clientsOf(await start());
      const who: Identity = { id: 1, roles: ["editor"] };
      for (const title of ["One", "Two", "Three"]) await api(who).events.create({ ...AN_EVENT, title });
      const titles: string[] = [];
      const range = { start_date: "2031-01-01", end_date: "2031-12-31" };
      for await (const { title } of api().events.list({ ...range, per_page: 1 })) titles.push(title);
      expect(titles.sort()).to.deep.equal(["One", "Three", "Two"]);
    });

    it("has the links that it is told to have", async () => {
      const api = clientsOf(await start());
      const who: Identity = { id: 1, roles: ["editor"] };
      const { rest_url, id } = await api(who).events.create(AN_EVENT);
      expect(rest_url).to.equal(`http://localhost/wp-json/tribe/events/v1/events/${id}`);
      const { url, global_id } = await api(undefined, { site: "https://town.example/a/" }).events.get(id);
      expect([url, global_id]).to.deep.equal([
        "https://town.example/a/event/spring-fair/",
        `town.example/a?id=${id}`,
      ]);
    });

    it("refuses what is the host's mistake as such", async () => {
      const { as } = await start();
      expect(() => as(undefined, { locale: "es" })).to.throw(
        TypeError,
        "es is not one of the calendar's locales: fr",
      );
      expect(() => as(undefined, { site: "town" })).to.throw(TypeError);
      expect(() => as({ id: 0, roles: [] })).to.throw("The identity has the id 0");
    });

    it("stops when it is told to", async () => {
      const api = clientsOf(await start());
      const stopped = AbortSignal.abort(new Error("enough"));
      const error: unknown = await api()
        .events.get(1, { signal: stopped })
        .catch((reason: unknown) => reason);
      expect(error).to.have.property("message", "enough");
    });

    it("takes answers of plugins that have no body, and stops streams that do not end", async () => {
      let ended = (): void => {};
      const isEnded = new Promise<void>((resolve) => {
        ended = resolve;
      });
      const stop = new AbortController();
      async function* endless(): AsyncGenerator<string> {
        try {
          for (let count = 0; ; count += 1) {
            yield "more";
            await nextEvent();
            if (count === 9) stop.abort(new Error("enough"));
          }
        } finally {
          ended();
        }
      }
      const route = { method: "GET", description: "A sample.", parameters: {}, permits: () => true } as const;
      const routes: PluginContributions["routes"] = [
        { ...route, path: "/nothing", run: () => ({ status: 204, body: null }) },
        {
          ...route,
          path: "/endless",
          mediaTypes: { "text/plain": { type: "string" } },
          run: () => ({ type: "text/plain", stream: endless() }),
        },
      ];
      const api = clientsOf(await start({ plugins: [{ name: "answers", setup: () => ({ routes }) }] }));
      const failure = (path: string): Promise<unknown> =>
        api()
          .send({ path, signal: stop.signal })
          .catch((reason: unknown) => reason);
      // A client of a remote server reports the same errors.
      expect(await failure("/nothing")).to.include({ status: 204, code: "unexpected_answer" });
      expect(await failure("/endless")).to.have.property("message", "enough");
      await isEnded;
    });

    it("says when the storage is away, and when to ask again", async () => {
      const store = await open();
      opened.push(store);
      const find = () => Promise.reject(storageUnavailable(new Error("away")));
      const calendar = await start({ storage: { ...store, events: { ...store.events, find } } });
      const error: unknown = await inProcessClient(calendar)
        .events.get(1)
        .catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(CalendarRequestError);
      expect(error).to.deep.include({ status: 503, code: "rest_storage_unavailable", retryAfter: 5 });
    });
  });
}
