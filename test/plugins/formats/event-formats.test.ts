import type { Narrowing, Plugin, PluginCalendar } from "@kalends/core/interface";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect } from "chai";
import type { Sent } from "../../http/client.ts";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { stores } from "../../stores.ts";
import { linesWith } from "./lines-plugin.ts";

const on = (day: string): object => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` });

const JAZZ = "Jazz 2031-04-01 10:00:00 @Hall";
const OLD = "Old 2011-04-01 10:00:00";
const WHOLE =
  "Weekly 2031-05-01 10:00:00 | 2031-05-08 10:00:00 Special 10:00 | 2031-05-15 10:00:00 off | 2031-05-22 10:00:00 Weekly 18:00";
const SINGLE = ["Weekly 2031-05-01 10:00:00", "Special 2031-05-08 10:00:00", "Weekly 2031-05-22 18:00:00"];

for (const store of stores) {
  describe(`formats of events on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let asReader: PluginCalendar["as"] | undefined;
    let narrowing: Narrowing | undefined;
    let written = 0;
    const ids = new Map<string, number>();
    const create = async (kind: string, json: object): Promise<number> => {
      const { status, text, body } = await calendar.post(`/${kind}`, { as: "editor", json });
      expect(status, text).to.equal(201);
      return body.id;
    };
    const occurrence = (day: string): string =>
      `/events/${ids.get("weekly")}/occurrences/2031-05-${day}T10:00:00`;
    before(async () => {
      const plugin = linesWith({
        began() {
          written += 1;
        },
      });
      const reader: Plugin = {
        name: "reader",
        setup({ calendar: { as } }) {
          asReader = as;
          return {};
        },
      };
      calendar = await startCalendar(store, {
        plugins: [plugin, reader],
        policies: [{ pure: true, narrow: ({ kind }) => (kind === "event" ? narrowing : undefined) }],
      });
      for (const [kind, name] of [
        ["venues", "venue"],
        ["organizers", "organizer"],
      ] as const)
        ids.set(kind, await create(kind, { [name]: "Hall" }));
      const music = await create("categories", { name: "Music" });
      ids.set("categories", music);
      const swing = await create("categories", { name: "Swing", parent: music });
      ids.set("tags", await create("tags", { name: "New" }));
      const [venue, organizer] = [{ id: ids.get("venues") }, [{ id: ids.get("organizers") }]];
      const links = { venue, organizer, categories: [swing], tags: [ids.get("tags")] };
      ids.set("jazz", await create("events", { title: "Jazz", ...on("2031-04-01"), ...links }));
      await create("events", { title: "Old", ...on("2011-04-01") });
      const recurrence = { rules: ["FREQ=WEEKLY;COUNT=4"] };
      ids.set("weekly", await create("events", { title: "Weekly", ...on("2031-05-01"), recurrence }));
      const change = (day: string, json: object) =>
        calendar.send("PATCH", occurrence(day), { as: "editor", json });
      await change("08", { title: "Special" });
      await change("22", { start_date: "2031-05-22 18:00:00", end_date: "2031-05-22 19:00:00" });
      await calendar.send("DELETE", occurrence("15"), { as: "editor" });
    });
    beforeEach(() => {
      written = 0;
    });
    after(() => calendar.close());

    const read = async (path: string, sent: Sent = {}): Promise<readonly string[]> => {
      const { status, text } = await calendar.get(path, sent);
      expect(status, text).to.equal(200);
      return text.split("\n").slice(0, -1);
    };

    it("give all events, without a window and pages, a series whole or by its occurrences", async () => {
      expect(await read("/events.lines")).to.deep.equal([JAZZ, OLD, WHOLE]);
      expect(await read("/events.lines?per_page=1&page=7")).to.deep.equal([JAZZ, OLD, WHOLE]);
      expect(await read("/events.lines?expand=true")).to.deep.equal([JAZZ, OLD, ...SINGLE]);
      const { headers } = await calendar.get("/events.lines?geoloc_lat=1");
      expect(headers).to.include({
        "content-type": "text/x-lines; charset=utf-8",
        "x-lines": "list",
        "content-security-policy": "default-src 'none'; sandbox",
      });
    });

    it("take the filters of lists", async () => {
      expect(await read("/events.lines?search=special")).to.deep.equal([WHOLE]);
      expect(await read("/events.lines?search=special&expand=1")).to.deep.equal([SINGLE[1]]);
      expect(await read("/events.lines?start_date=2031-05-09")).to.deep.equal([WHOLE]);
      expect(await read("/events.lines?start_date=2031-05-09&expand=1")).to.deep.equal([SINGLE[2]]);
      expect(await read("/events.lines?end_date=2012-01-01")).to.deep.equal([OLD]);
      expect(await read("/events.lines?ends_before=2012-01-01")).to.deep.equal([OLD]);
      expect(await read(`/events.lines?series=${ids.get("weekly")}`)).to.deep.equal([WHOLE]);
      expect(await read(`/events.lines?include=${ids.get("weekly")}&expand=1`)).to.deep.equal(SINGLE);
      expect(await read("/events.lines?expand=1&hide_subsequent_recurrences=1&search=w")).to.deep.equal([
        SINGLE[0],
      ]);
      expect((await read("/events.latest.txt?search=i")).slice(1)).to.deep.equal([WHOLE]);
    });

    it("give the events of a venue, an organizer, a category with those below it, and a tag", async () => {
      for (const kind of ["venues", "organizers", "categories", "tags"]) {
        const path = `/${kind}/${ids.get(kind)}`;
        expect(await read(`${path}.lines`), kind).to.deep.equal([JAZZ]);
        expect(await read(`${path}.lines?start_date=2031-05-01`), kind).to.deep.equal([]);
        const byAccept = await calendar.get(path, { headers: { accept: "text/x-lines" } });
        expect([byAccept.text, byAccept.headers.vary], kind).to.deep.equal([
          `${JAZZ}\n`,
          "Accept, Prefer, Origin",
        ]);
      }
      // The parameter must not change which venue the path names.
      expect(await read(`/venues/${ids.get("venues")}.lines?venue=9`)).to.deep.equal([JAZZ]);
    });

    it("give an event, a series, and of an occurrence its series", async () => {
      const special = (await calendar.get(occurrence("08"))).body.id;
      for (const id of [ids.get("weekly"), special])
        expect(await read(`/events/${id}.lines`)).to.deep.equal([WHOLE]);
      expect(await read(`/events/${ids.get("weekly")}.lines?expand=1`)).to.deep.equal(SINGLE);
      expect(await read(`/events/${special}.lines?expand=1&search=nothing`)).to.deep.equal([SINGLE[1]]);
      expect(await read(`/events/${ids.get("jazz")}.lines`)).to.deep.equal([JAZZ]);
      expect((await calendar.get(`/events/${special}.lines`)).headers["x-lines"]).to.equal("event");
    });

    it("give the newest publications first, each series once", async () => {
      const [address, ...newest] = await read("/events.latest.txt");
      expect(address).to.equal(`${calendar.namespace}/events.latest.txt`);
      expect(newest).to.deep.equal([WHOLE, OLD, JAZZ]);
    });

    it("are chosen by Accept, and are JSON where nobody asks for them", async () => {
      for (const accept of ["text/x-lines", "text/x-lines, */*;q=0.5"])
        expect(await read("/events?page=9", { headers: { accept } })).to.deep.equal([JAZZ, OLD, WHOLE]);
      for (const accept of ["*/*", "text/html, */*;q=0.8", "application/json", "text/x-other"]) {
        const { headers } = await calendar.get("/events", { headers: { accept } });
        expect(headers["content-type"], accept).to.equal("application/json; charset=UTF-8");
        expect(headers.vary, accept).to.include("Accept, ");
      }
      expect((await calendar.get("/events/by-slug/jazz")).headers.vary).not.to.include("Accept,");
    });

    it("name bad values and missing records as JSON does", async () => {
      await calendar.post("/events", { as: "editor", json: { title: "Gone", ...on("2031-06-01") } });
      const gone = (await calendar.get("/events?search=gone")).body.events[0].id;
      await calendar.send("DELETE", `/events/${gone}`, { as: "editor" });
      for (const [path, status, code] of [
        [`/events/${ids.get("weekly")}.lines?expand=x`, 400, "rest_invalid_param"],
        ["/events.lines?start_date=hm", 400, "rest_invalid_param"],
        ["/events.lines?venue=99", 400, "rest_invalid_param"],
        ["/events/77777.lines", 404, "rest-event-not-found"],
        [`/events/${"9".repeat(30)}.lines`, 404, "rest-event-not-found"],
        [`/events/${ids.get("venues")}.lines`, 400, "rest-invalid-event-id"],
        [`/events/${gone}.lines`, 403, "event-no-longer-available"],
        ["/venues/77777.lines", 400, "rest_invalid_param"],
        ["/events.line", 404, "rest_no_route"],
        ["/eventsxlines", 404, "rest_no_route"],
      ] as const) {
        const { body, ...answer } = await calendar.get(path);
        expect([answer.status, body.code], path).to.deep.equal([status, code]);
      }
      expect((await calendar.post("/events.lines", { as: "editor", json: {} })).status).to.equal(404);
    });

    it("have a tag, are told 304, and have a head alone for HEAD", async () => {
      const { headers, text } = await calendar.get("/events.lines");
      const { etag = "" } = headers;
      const known = await calendar.get("/events.lines", { headers: { "if-none-match": etag } });
      expect([known.status, known.text, known.headers.etag]).to.deep.equal([304, "", etag]);
      const head = await calendar.send("HEAD", "/events.lines");
      expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, "", etag]);
      expect(head.headers["content-length"]).to.equal(String(Buffer.byteLength(text)));
    });

    it("are kept like JSON where all that takes part is pure, and made anew after a change", async () => {
      if (calendar.store.revision() === undefined) return;
      const path = "/events.lines?expand=0";
      await read(path);
      await read(path);
      expect(written).to.equal(1);
      await read(path, { as: "editor" });
      expect(written).to.equal(2);
      await calendar.send("PATCH", `/events/${ids.get("jazz")}`, { as: "editor", json: { website: "" } });
      expect(await read(path)).to.deep.equal([JAZZ, OLD, WHOLE]);
      expect(written).to.equal(3);
    });

    it("show what a caller may see, and nothing else", async () => {
      const hidden = await create("venues", { venue: "Secret", status: "private" });
      const own = { title: "Draft", status: "draft", ...on("2031-07-01"), venue: { id: hidden } };
      const draft = await create("events", own);
      const series = await create("events", {
        title: "Private",
        status: "private",
        ...on("2031-07-02"),
        recurrence: { rules: ["FREQ=DAILY;COUNT=2"] },
      });
      const open = await create("events", { title: "Open", ...on("2031-07-03"), venue: { id: hidden } });
      const unlisted = await create("events", {
        title: "Unlisted",
        ...on("2031-07-03"),
        hide_from_listings: true,
      });
      const path = "/events.lines?start_date=2031-07-01";
      expect(await read(path)).to.deep.equal(["Open 2031-07-03 10:00:00"]);
      expect(await read(path, { as: "editor" })).to.deep.equal([
        "Draft 2031-07-01 10:00:00 @Secret",
        "Private 2031-07-02 10:00:00",
        "Open 2031-07-03 10:00:00 @Secret",
      ]);
      expect(await read(`${path}&status=draft`, { as: "editor" })).to.have.length(1);
      expect((await calendar.get(`${path}&status=draft`)).status).to.equal(400);
      for (const id of [draft, series])
        expect((await calendar.get(`/events/${id}.lines`)).status).to.equal(403);
      expect(await read(`/events/${unlisted}.lines`)).to.have.length(1);
      for (const id of [draft, series, open, unlisted])
        await calendar.send("DELETE", `/events/${id}`, { as: "editor" });
    });

    it("keep to policies, occurrence by occurrence", async () => {
      const feature = (day: string, featured: boolean) =>
        calendar.send("PATCH", occurrence(day), { as: "editor", json: { featured } });
      await feature("08", true);
      narrowing = { featured: true };
      // The caller cannot see the series itself.
      expect(await read("/events.lines?weight=0")).to.deep.equal([SINGLE[1]]);
      expect((await read("/events.latest.txt")).slice(1)).to.deep.equal([SINGLE[1]]);
      narrowing = { featured: false };
      const [jazz, old, weekly = ""] = await read("/events.lines?weight=00");
      expect([jazz, old]).to.deep.equal([JAZZ, OLD]);
      expect(weekly).to.include("2031-05-08 10:00:00 off").and.not.include("Special");
      expect(await read("/events.lines?weight=00&expand=1")).to.deep.equal([JAZZ, OLD, SINGLE[0], SINGLE[2]]);
      narrowing = undefined;
      await feature("08", false);
      expect(await read("/events.lines")).to.deep.equal([JAZZ, OLD, WHOLE]);
    });

    it("are read in process as well", async () => {
      const response = await asReader?.("anonymous").fetch("/events.lines?search=jazz");
      const [status, text = ""] = [response?.status, await response?.text()];
      expect([status, text]).to.deep.equal([200, `${JAZZ}\n`]);
    });

    it("are in the documentation and the index", async () => {
      const { paths } = (await calendar.get("/doc?version=3.1")).body;
      const { get } = paths["/events.lines"];
      expect(Object.keys(get.responses[200].content)).to.deep.equal(["text/x-lines"]);
      const names: readonly string[] = get.parameters.map(({ name }: { readonly name: string }) => name);
      expect(names).to.include.members(["start_date", "categories", "expand", "weight"]);
      expect(names).not.to.include("page");
      expect(paths["/venues/{id}.latest.txt"].get.operationId).to.equal("getVenueAsLatestTxt");
      expect(Object.keys(paths["/events/{id}"].get.responses[200].content)).to.include("text/x-lines");
      // Validation is slow and does not depend on the store.
      for (const version of store === stores[0] ? ["2.0", "3.0", "3.1"] : []) {
        const result = await new Validator().validate((await calendar.get(`/doc?version=${version}`)).body);
        expect([result.errors, result.valid], version).to.deep.equal([undefined, true]);
      }
      const { routes } = (await calendar.get("/")).body;
      expect(routes["/tribe/events/v1/events.lines"].methods).to.deep.equal(["GET"]);
      expect(routes).to.include.keys("/tribe/events/v1/events/(?P<id>\\d+).lines");
      const options = await calendar.send("OPTIONS", "/events.lines");
      expect(options.body.endpoints[0].args).to.include.keys("expand");
    });
  });
}
