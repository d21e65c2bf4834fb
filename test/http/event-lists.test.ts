import { expect } from "chai";
import { type StartedCalendar, servedStores, startCalendar } from "./start-calendar.ts";

/** Default date range in New York when the clock shows 2031-03-10 14:30 UTC. */
const WINDOW = "start_date=2031-03-09%2000:00:00&end_date=2033-03-10%2023:59:59";

for (const store of servedStores) {
  describe(`GET /events on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const ids = new Map<string, number>();
    let collection: string;

    const add = async (title: string, day: string, json: object = {}): Promise<void> => {
      const { status, text, body } = await calendar.post("/events", {
        as: "editor",
        json: { title, start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00`, ...json },
      });
      expect(status, text).to.equal(201);
      ids.set(title, body.id);
    };

    before(async () => {
      calendar = await startCalendar(store, { perPage: 3, maxPerPage: 4 });
      collection = `${calendar.namespace}/events/`;
      await add("Past", "2031-01-01");
      await add("Third", "2031-04-03", { featured: true, tags: "jazz" });
      await add("First", "2031-04-01", { categories: "Music", venue: { venue: "Hall" } });
      await add("Second", "2031-04-02", { organizer: { organizer: "Ann" } });
      await add("Fourth", "2031-04-04");
      await add("Fifth", "2031-04-05");
      await add("Hidden", "2031-04-06", { hide_from_listings: true });
      await add("Draft", "2031-04-07", { status: "draft" });
    });
    after(() => calendar.close());

    const titles = async (query: string, as?: string): Promise<readonly string[]> => {
      const { status, text, body } = await calendar.get(`/events?${query}`, as ? { as } : {});
      expect(status, text).to.equal(200);
      return body.events.map(({ title }: { title: string }) => title);
    };

    it("lists what is published and to come, by start, with links to the other pages", async () => {
      const first = await calendar.get("/events");
      const { events, ...envelope } = first.body;
      expect(events.map(({ title }: { title: string }) => title)).to.deep.equal(["First", "Second", "Third"]);
      expect(events[0]).not.to.have.property("json_ld");
      expect(events[0].venue).not.to.have.property("json_ld");
      expect(envelope).to.deep.equal({
        rest_url: `${collection}?page=1&per_page=3&${WINDOW}&status=publish`,
        next_rest_url: `${collection}?per_page=3&${WINDOW}&status=publish&page=2`,
        total: 5,
        total_pages: 2,
      });
      expect(first.headers).to.include({ "x-tec-total": "5", "x-tec-totalpages": "2" });
      const second = await calendar.get(envelope.next_rest_url.slice(calendar.origin.length));
      expect(second.body.events.map(({ title }: { title: string }) => title)).to.deep.equal([
        "Fourth",
        "Fifth",
      ]);
      expect(second.body.previous_rest_url).to.equal(`${collection}?per_page=3&${WINDOW}&status=publish`);
      expect(second.body).not.to.have.property("next_rest_url");
    });

    it("reduces per_page to its cap without a word", async () => {
      const { body } = await calendar.get("/events?per_page=1000");
      expect(body.events).to.have.length(4);
      expect(body.rest_url).to.contain("per_page=4&");
    });

    it("has no page past the end but an empty first one", async () => {
      const past = await calendar.get("/events?page=3");
      expect([past.status, past.body.code]).to.deep.equal([404, "event-archive-page-not-found"]);
      const empty = await calendar.get("/events?search=nothing-like-this");
      expect(empty.status).to.equal(200);
      expect(empty.body).to.include({ total: 0, total_pages: 0 });
      expect(empty.body.events).to.deep.equal([]);
    });

    const table: readonly (readonly [query: string, titles: readonly string[]])[] = [
      ["start_date=2031-04-04", ["Fourth", "Fifth"]],
      ["end_date=2031-04-01", ["First"]],
      ["start_date=2031-01-01&end_date=2031-02-01", ["Past"]],
      ["search=FIR", ["First"]],
      ["categories=music", ["First"]],
      ["categories[]=Music", ["First"]],
      ["tags=jazz&featured=true", ["Third"]],
      ["tags=jazz&featured=0", []],
      ["starts_after=2031-04-04&ends_before=2031-04-05", ["Fifth"]],
    ];
    for (const [query, expected] of table) {
      it(`narrows by ${query}`, async () => {
        expect(await titles(query)).to.deep.equal(expected);
      });
    }

    it("narrows by ids of venues, organizers and events", async () => {
      const { venue } = (await calendar.get(`/events/${ids.get("First")}`)).body;
      const { organizer } = (await calendar.get(`/events/${ids.get("Second")}`)).body;
      expect(await titles(`venue=${venue.id}`)).to.deep.equal(["First"]);
      expect(await titles(`organizer[]=${organizer[0].id}`)).to.deep.equal(["Second"]);
      const include = `include=${ids.get("Past")},${ids.get("Hidden")},${ids.get("First")},999999`;
      expect(await titles(include)).to.have.members(["Past", "First"]);
    });

    it("keeps every filter in its links and encodes what was sent", async () => {
      const { body } = await calendar.get("/events?per_page=1&search=i%26b%20r&tags=jazz&categories=music");
      expect(body.rest_url)
        .to.contain("search=i%26b%20r")
        .and.to.contain("tags=")
        .and.to.contain("categories=");
      const { body: included } = await calendar.get(`/events?include=${ids.get("Past")},${ids.get("First")}`);
      expect(included.rest_url).not.to.contain("start_date");
      expect(included.rest_url).to.contain(`include=${ids.get("Past")},${ids.get("First")}`);
    });

    it("shows unpublished events to those who may edit, and lets only those ask for them", async () => {
      expect(await titles("start_date=2031-04-07", "editor")).to.deep.equal(["Draft"]);
      expect(await titles("start_date=2031-04-07")).to.deep.equal([]);
      expect(await titles("status=draft,publish&start_date=2031-04-05", "editor")).to.deep.equal([
        "Fifth",
        "Draft",
      ]);
      expect(await titles("status[]=draft", "editor")).to.deep.equal(["Draft"]);
      const { body } = await calendar.get("/events", { as: "editor" });
      expect(body.rest_url).not.to.contain("status=");
      for (const query of ["status=draft", "status=any", "status=publish,draft", "status="]) {
        const { status, body: refused } = await calendar.get(`/events?${query}`);
        expect([status, Object.keys(refused.data.params)], query).to.deep.equal([400, ["status"]]);
      }
    });
  });
}
