import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { CalendarApi, FeedOptions, PluginDeps } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { createPlace } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";

for (const store of stores) {
  describe(`what plugins get on ${store.name}`, () => {
    let deps: PluginDeps;
    let calendar: StartedCalendar;
    const lines: unknown[] = [];
    before(async () => {
      calendar = await startCalendar(store, {
        jwtKey: "a secret that is none of the plugin's business",
        logger: { debug() {}, info() {}, warn: (...line) => void lines.push(line), error() {} },
        plugins: [
          {
            name: "curious",
            setup(given) {
              deps = given;
              return {};
            },
          },
        ],
      });
    });
    after(() => calendar.close());

    it("reads everything and writes nothing of what others wrote", () => {
      expect(deps).to.have.all.keys(
        "calendar",
        "amend",
        "collection",
        "postStatuses",
        "shownFields",
        "clock",
        "logger",
        "site",
        "runLeased",
        "httpGet",
        "guardedFetch",
        "mail",
        "mailboxOf",
        "readFile",
        "secrets",
        "toText",
      );
      expect(deps.calendar).to.have.all.keys("as", "asPlugin", "unrestricted");
      const { events, categories, ...others } = deps.calendar.unrestricted;
      expect(events).to.have.all.keys("get", "stream", "getMany", "getByExternalId", "count", "occurrences");
      expect(events.occurrences(1)).to.have.all.keys("stream", "next");
      expect(categories).to.have.all.keys("get", "stream", "getByExternalId", "withDescendants");
      expect(others).to.have.all.keys("venues", "organizers", "tags");
      for (const kind of Object.values(others))
        expect(kind).to.have.all.keys("get", "stream", "getByExternalId");
    });

    it("knows the settings of the site, and no secrets", () => {
      expect(deps.site).to.deep.equal({
        timezone: "America/New_York",
        dayCutoff: "00:00",
        displayZone: "event",
        decimalMark: ".",
        perPage: 10,
        maxPerPage: 200,
        recurrenceHorizon: 60,
        publicExternalIds: false,
        ...{ language: "en", locales: [], restRoot: "/wp-json", vendor: "tribe" },
      });
    });

    it("logs under the plugin's name", () => {
      deps.logger.warn("a line", { plugin: "somebody else", count: 1 });
      expect(lines).to.deep.equal([["a line", { plugin: "curious", count: 1 }]]);
    });

    it("reads text files", async () => {
      const place = createPlace();
      const path = join(place.directory, "names.txt");
      writeFileSync(path, "Zürich\n");
      expect(await deps.readFile(path)).to.equal("Zürich\n");
      await place.clear();
      expect(await deps.readFile(path).catch(() => "gone")).to.equal("gone");
    });

    it("reads all events that somebody may read, as formats have them", async () => {
      const events = calendar.program("editor").events;
      const times = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 11:00:00" };
      const recurrence = { rules: ["FREQ=DAILY;COUNT=3"] };
      const { id } = await events.create({ title: "Read", ...times, recurrence });
      await events.create({ title: "Read in private", ...times, status: "private" });
      const { id: old } = await events.create({
        title: "Read long ago",
        start_date: "2001-01-01",
        end_date: "2001-01-01",
      });
      const visitor = deps.calendar.as("anonymous");
      const read = async (
        ...asked: Parameters<CalendarApi["events"]["feed"]>
      ): Promise<readonly string[]> => {
        const titles: string[] = [];
        for await (const { view, occurrences } of await visitor.events.feed(...asked))
          titles.push(`${view.event.title} ${occurrences.length}`);
        return titles;
      };
      const search = "Read";
      expect(await read({ search })).to.deep.equal(["Read 0", "Read long ago 0"]);
      expect(await read({ search }, { order: { newest: 1 } })).to.deep.equal(["Read long ago 0"]);
      expect(await read({ search, start_date: "2031-04-02" }, { expands: true })).to.deep.equal([
        "Read 0",
        "Read 0",
      ]);
      const view = await visitor.events.get(id);
      expect(await read({}, { subject: { kind: "event", view } })).to.deep.equal(["Read 0"]);
      const refused = await visitor.events.feed({ start_date: "whenever" }).catch((error) => error.code);
      expect(refused).to.equal("rest_invalid_param");
      for (const order of [{ newst: 1 }, { by: "newest" }, "newest", { newest: 0 }, null]) {
        const asked = visitor.events.feed({}, { order } as unknown as FeedOptions);
        expect(await asked.catch((error) => error.message)).to.equal(
          `feed: order must be "id" or { newest: 20 }, not ${JSON.stringify(order)}`,
        );
      }
      for (const one of [id, old]) await events.delete(one);
    });

    describe("fetch", () => {
      const fetchAs = (reader: Parameters<PluginDeps["calendar"]["as"]>[0], path: string) =>
        deps.calendar.as(reader).fetch(path);
      const created = async (status: string): Promise<string> => {
        const { id } = await calendar.program("editor").events.create({
          ...{ title: `A ${status}`, status },
          ...{ start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 11:00:00" },
        });
        return `/events/${id}`;
      };
      const statuses = (path: string): Promise<readonly number[]> =>
        Promise.all(
          (["anonymous", "subscriber", "editor"] as const).map(
            async (reader) => (await fetchAs(reader, path)).status,
          ),
        );

      it("answers what visitors and roles are answered", async () => {
        const path = await created("publish");
        const response = await fetchAs("anonymous", path);
        expect(response.status).to.equal(200);
        expect(await response.json()).to.include({ title: "A publish", status: "publish" });
        expect(await statuses(path)).to.deep.equal([200, 200, 200]);
        expect(await statuses(await created("draft"))).to.deep.equal([403, 403, 200]);
        expect(await statuses("/events/999999")).to.deep.equal([404, 404, 404]);
        expect(await statuses("/nothing")).to.deep.equal([404, 404, 404]);
        expect((await fetchAs("anonymous", "/events?per_page=x")).status).to.equal(400);
      });

      it("is for roles and paths alone", async () => {
        for (const reader of ["nobody", "toString"])
          expect(() => deps.calendar.as(reader as "anonymous")).to.throw(TypeError, reader);
        expect(await fetchAs("anonymous", "events").catch((error) => error)).to.be.instanceOf(TypeError);
      });
    });

    describe("httpGet", () => {
      let server: Server;
      let origin: string;
      before(async () => {
        server = createServer((request, response) => {
          if (request.url === "/silent") return;
          if (request.url === "/endless") {
            const more = (): void => {
              while (response.write("x".repeat(65_536)));
              response.once("drain", more);
            };
            more();
            return;
          }
          response.statusCode = request.url === "/" ? 200 : 404;
          response.end(`für ${request.headers["user-agent"]}`);
        });
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      });
      after(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });

      const failed = (promise: Promise<unknown>): Promise<boolean> =>
        promise.then(
          () => false,
          () => true,
        );

      it("answers status and text", async () => {
        const headers = { "User-Agent": "tests" };
        expect(await deps.httpGet(`${origin}/`, { headers })).to.deep.equal({
          status: 200,
          text: "für tests",
        });
        expect((await deps.httpGet(`${origin}/other`)).status).to.equal(404);
      });

      it("gives up on servers that do not answer or do not end", async () => {
        expect(await failed(deps.httpGet(`${origin}/silent`, { timeoutSeconds: 0.05 }))).to.equal(true);
        expect(await failed(deps.httpGet(`${origin}/endless`))).to.equal(true);
        expect(await failed(deps.httpGet("http://127.0.0.1:1/"))).to.equal(true);
      });
    });
  });
}
