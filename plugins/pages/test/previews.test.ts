import { expect } from "chai";
import { ADAPTERS } from "./start-calendar.ts";
import { type Json, type Site, startSite } from "./start-site.ts";

const DAY = 24 * 60 * 60_000;
const TIMES = { start_date: "2031-05-09 20:00", end_date: "2031-05-09 23:00" };

for (const { name, server } of ADAPTERS)
  describe(`previews on ${name}`, () => {
    let site: Site;
    before(async () => {
      site = await startSite(server, () => ({ frameAncestors: ["https://town.example"] }), [], {
        locales: ["fr"],
      });
    });
    after(() => site.close());

    let count = 0;
    const draft = (values: object = {}): Promise<Json> => {
      count += 1;
      return site.send("POST", "/events", {
        title: `Concert ${count}`,
        status: "draft",
        ...TIMES,
        ...values,
      });
    };
    const preview = (id: number, values: object = {}): Promise<Json> =>
      site.send("POST", `/events/${id}/preview`, values);
    const open = (url: string) => site.get(url.replace(site.origin, ""));
    const previewed = async (id: number, values: object = {}): Promise<string> => {
      const { url } = await preview(id, values);
      const { status, text } = await open(url);
      expect(status, text).to.equal(200);
      return text;
    };
    const refused = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => "not refused",
        (error: Error) => error.message,
      );

    // rules/preview.md#preview
    it("show a draft to visitors, for ten minutes", async () => {
      const { id } = await draft({ title: "Quiet evening", description: "<p>With a harp.</p>" });
      const made = await preview(id);
      expect(Object.keys(made)).to.have.members(["url", "expires"]);
      expect(made.expires).to.equal("2031-05-06T10:10:00.000Z");
      expect(made.url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/events\/preview\/[0-9a-f]{16}-[\w-]{43}\/$/);
      const { status, text } = await open(made.url);
      expect(status).to.equal(200);
      expect(text).to.include("<h1>Quiet evening</h1>").and.to.include("With a harp.");
      expect((await site.get(`/?post_type=tribe_events&p=${id}`)).status).to.equal(404);
      const { time } = site.clock;
      site.clock.time = time + 10 * 60_000 - 1;
      expect((await open(made.url)).status).to.equal(200);
      site.clock.time = time + 10 * 60_000;
      expect((await open(made.url)).status).to.equal(404);
      site.clock.time = time;
    });

    // rules/preview.md#preview-headers
    it("are in no cache, no search engine and no frame of another site", async () => {
      const { id } = await draft();
      const { headers } = await open((await preview(id)).url);
      expect(headers.get("cache-control")).to.equal("no-store");
      expect(headers.get("x-robots-tag")).to.equal("noindex");
      expect(headers.get("referrer-policy")).to.equal("no-referrer");
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).to.match(/^default-src 'none'; /);
      expect(policy.match(/frame-ancestors[^;]*/g)).to.deep.equal(["frame-ancestors 'self'"]);
      const view = await site.get("/events/list/");
      expect(view.headers.get("content-security-policy")).to.include("frame-ancestors https://town.example");
      expect(view.headers.get("cache-control")).to.not.equal("no-store");
    });

    // rules/preview.md#unsaved-members
    it("show unsaved members, which are not stored in the event", async () => {
      const { id } = await draft({
        title: "Before",
        description: "<p>Old text.</p>",
        website: "https://a.example/",
      });
      const values = {
        title: "After",
        description: "<p>New text.</p>",
        website: "",
        venue: { venue: "Pier Nine Hall", city: "Genova" },
        organizer: [{ organizer: "Blue Note Society" }],
        categories: [],
        tags: ["springtime"],
        cost: "12",
      };
      const text = await previewed(id, values);
      for (const part of [
        "<h1>After</h1>",
        "New text.",
        "Pier Nine Hall",
        "Genova",
        "Blue Note Society",
        "springtime",
      ])
        expect(text).to.include(part);
      expect(text).to.not.include("Old text.").and.not.include("a.example");
      const stored = await site.send("GET", `/events/${id}`);
      expect(stored).to.include({ title: "Before", status: "draft" });
      expect(stored.venue).to.deep.equal([]);
      expect(await site.send("GET", "/venues?search=Pier")).to.include({ total: 0 });
      expect((await site.send("GET", "/tags?search=spring&hide_empty=false")).tags).to.deep.equal([]);
      expect(await previewed(id)).to.include("<h1>Before</h1>");
    });

    it("follow the stored event where no unsaved members were sent", async () => {
      const { id } = await draft({ title: "First", description: "<p>One.</p>" });
      const { url } = await preview(id, { description: "<p>Two.</p>" });
      await site.send("PATCH", `/events/${id}`, { title: "Second", description: "<p>Three.</p>" });
      const { text } = await open(url);
      expect(text).to.include("<h1>Second</h1>").and.include("Two.").and.not.include("Three.");
    });

    it("refuse unsaved members as an update does", async () => {
      const { id } = await draft();
      expect(await refused(preview(id, { start_date: "never" })))
        .to.include("400")
        .and.include("start_date");
      expect(await refused(preview(id, { days: 15 })))
        .to.include("400")
        .and.include("days");
      expect(await refused(preview(id, { days: 0 })))
        .to.include("400")
        .and.include("days");
      expect(await refused(preview(id, { description: `<p>${"x".repeat(70_000)}</p>` }))).to.include("413");
      expect(await refused(preview(999_999)))
        .to.include("404")
        .and.include("rest-event-not-found");
    });

    // rules/preview.md#links-to-share
    it("are listed and revoked where they are links to share", async () => {
      const { id } = await draft();
      const { id: other } = await draft();
      const list = async (): Promise<Json[]> => (await site.send("GET", `/events/${id}/previews`)).previews;
      await preview(id);
      expect(await list()).to.deep.equal([]);
      const made = await preview(id, { days: 14 });
      expect(made.expires).to.equal(new Date(site.clock.time + 14 * DAY).toISOString());
      const [listed, ...others] = await list();
      expect(others).to.deep.equal([]);
      expect(listed).to.deep.equal({
        id: made.id,
        created: new Date(site.clock.time).toISOString(),
        expires: made.expires,
        user: site.editor,
        made_with: listed.made_with,
      });
      expect(await refused(site.send("DELETE", `/events/${other}/previews/${made.id}`))).to.include(
        "rest_preview_not_found",
      );
      expect((await open(made.url)).status).to.equal(200);
      expect(await site.send("DELETE", `/events/${id}/previews/${made.id}`)).to.deep.equal({
        id: made.id,
        revoked: true,
      });
      expect((await open(made.url)).status).to.equal(404);
      expect(await list()).to.deep.equal([]);
    });

    it("end for all but the ten newest of a user, and are limited where they are shared", async () => {
      const { id } = await draft();
      const urls: string[] = [];
      for (let index = 0; index < 11; index += 1) {
        site.clock.time += 1;
        urls.push((await preview(id)).url);
      }
      expect((await open(urls[0] ?? "")).status).to.equal(404);
      expect((await open(urls[1] ?? "")).status).to.equal(200);
      for (let index = 0; index < 20; index += 1) await preview(id, { days: 1 });
      expect(await refused(preview(id, { days: 1 })))
        .to.include("409")
        .and.include("rest_limit_reached");
    });

    // rules/preview.md#end-of-previews
    it("end with the event, and begin again when it is restored", async () => {
      const { id } = await draft();
      const { url } = await preview(id, { days: 1 });
      await site.send("DELETE", `/events/${id}`);
      expect((await open(url)).status).to.equal(404);
      expect(await refused(preview(id))).to.include("event-no-longer-available");
      await site.send("PATCH", `/events/${id}`, { status: "draft" });
      expect((await open(url)).status).to.equal(200);
    });

    it("show a private venue to nobody", async () => {
      const { id: venue } = await site.send("POST", "/venues", { venue: "Secret cellar", status: "private" });
      const { id } = await draft({ venue });
      expect(await previewed(id)).to.not.include("Secret cellar");
      expect(await previewed(id, { title: "Sent" })).to.not.include("Secret cellar");
    });

    // rules/preview.md#previewed-dates
    it("show the dates of a series, stored or from unsaved rules", async () => {
      const { id } = await draft({ recurrence: "RRULE:FREQ=DAILY;COUNT=3" });
      const text = await previewed(id);
      for (const date of ["May 10", "May 11"]) expect(text).to.include(date);
      const changed = await previewed(id, { recurrence: "RRULE:FREQ=WEEKLY;COUNT=3" });
      for (const date of ["May 16", "May 23"]) expect(changed).to.include(date);
      expect(changed).to.not.include("May 10");
    });

    it("are in the language of the request", async () => {
      const { id } = await draft();
      const made = await site.get(`/fr/wp-json/tribe/events/v1/events/${id}/previews`);
      expect(made.status).to.equal(401);
      const { url } = await preview(id);
      const { text } = await site.get(url.replace(site.origin, "/fr"));
      expect(text).to.include('<html lang="fr"').and.include("mai");
    });

    it("are a 404 with another token or method", async () => {
      const { id } = await draft();
      const { url } = await preview(id);
      const last = url.at(-2) === "A" ? "B" : "A";
      expect((await open(`${url.slice(0, -2)}${last}/`)).status).to.equal(404);
      expect((await open(`${url}more/`)).status).to.equal(404);
      expect((await site.get("/events/preview/")).status).to.equal(404);
      expect((await site.post(url.replace(site.origin, ""), new FormData())).status).to.not.equal(200);
    });
  });
