import { definePlugin, eventFilter } from "@kalends/core/plugin";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const IGNORED = "x-kalends-ignored";

for (const store of stores) {
  describe(`orders and filters of lists, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const ids = new Map<string, number>();

    before(async () => {
      calendar = await startCalendar(store);
      for (const [title, day, more] of [
        ["Jazz night", 3, {}],
        ["apple", 1, { description: "A jazz evening" }],
        ["Äpfel", 2, { hide_from_listings: true }],
        ["Zebra", 4, { description: "Jazzmatazz" }],
      ] as const) {
        const when = { start_date: `2031-05-0${day} 10:00`, end_date: `2031-05-0${day} 11:00` };
        const venue = { venue: `Hall of ${title}` };
        const { status, body } = await calendar.post("/events", {
          as: title === "Zebra" ? "author" : "editor",
          json: { title, ...when, ...more, venue, organizer: { organizer: title } },
        });
        expect(status, JSON.stringify(body)).to.equal(201);
        ids.set(title, body.id);
      }
    });
    after(() => calendar.close());

    const get = (path: string, as?: string, headers: Readonly<Record<string, string>> = {}) =>
      calendar.get(path, { headers, ...(as !== undefined && { as }) });
    const titles = async (query: string, as?: string): Promise<readonly string[]> => {
      const { status, body } = await get(`/events?start_date=2031-01-01&${query}`, as);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.events.map(({ title }: { title: string }) => title);
    };

    // rules/orders.md#orderby, rules/orders.md#order-direction
    it("sort by a member, in both directions", async () => {
      expect(await titles("orderby=title")).to.deep.equal(["apple", "Jazz night", "Zebra"]);
      expect(await titles("orderby=TITLE&order=Desc")).to.deep.equal(["Zebra", "Jazz night", "apple"]);
      expect(await titles("orderby=start_date&order=desc")).to.deep.equal(["Zebra", "Jazz night", "apple"]);
      expect(await titles("orderby=id&order=asc")).to.deep.equal(["Jazz night", "apple", "Zebra"]);
      for (const by of ["date", "modified"])
        expect(await titles(`orderby=${by}`)).to.have.members(["apple", "Jazz night", "Zebra"]);
      const include = `include=${ids.get("Zebra")},${ids.get("apple")}`;
      expect(await titles(`${include}&orderby=title&order=desc`)).to.deep.equal(["Zebra", "apple"]);
      const { body } = await get("/venues?orderby=title&order=desc");
      const halls = body.venues.map(({ venue }: { venue: string }) => venue);
      expect(halls).to.deep.equal(["Zebra", "Jazz night", "apple", "Äpfel"].map((name) => `Hall of ${name}`));
      const organizers = (await get("/organizers?orderby=title&per_page=2")).body;
      expect(organizers.organizers.map(({ organizer }: { organizer: string }) => organizer)).to.deep.equal([
        "Äpfel",
        "apple",
      ]);
      expect(organizers.next_rest_url).to.contain("orderby=title");
    });

    // rules/orders.md#order-by-relevance
    it("sort by relevance", async () => {
      const query = "search=jazz&orderby=relevance";
      expect(await titles(query)).to.deep.equal(["Jazz night", "apple", "Zebra"]);
      expect(await titles(`${query}&order=desc`)).to.deep.equal(["Zebra", "apple", "Jazz night"]);
      for (const list of ["events", "venues", "organizers"]) {
        const { status, body } = await get(`/${list}?orderby=relevance`);
        expect([status, Object.keys(body.data.params)], list).to.deep.equal([400, ["search"]]);
      }
    });

    // rules/orders.md#unknown-orderby, rules/orders.md#order-direction
    it("name what has no effect, and refuse it under strict handling", async () => {
      const cases: readonly (readonly [path: string, ignored: string | undefined])[] = [
        ["/events?orderby=title&order=desc", undefined],
        ["/events?orderby=bogus", "orderby"],
        ["/events?orderby=distance", "orderby"],
        ["/events?orderby=", "orderby"],
        ["/events?orderby=bogus&order=desc&other=1", "orderby,order,other"],
        ["/events?order=desc", "order"],
        ["/events?orderby=title&order=up", "order"],
        ["/venues?orderby=start_date", "orderby"],
        ["/organizers?orderby=bogus&order=asc", "orderby,order"],
      ];
      const strict = { Prefer: "handling=strict" };
      for (const [path, ignored] of cases) {
        const { status, headers, body } = await get(path);
        expect([status, headers[IGNORED]], path).to.deep.equal([200, ignored]);
        const { rest_url: link } = body;
        if (ignored?.includes("orderby")) expect(link).to.not.contain("orderby");
        const refusal = await get(path, undefined, strict);
        expect(refusal.status, path).to.equal(ignored === undefined ? 200 : 400);
        if (ignored !== undefined)
          expect(Object.keys(refusal.body.data.params), path).to.deep.equal(ignored.split(","));
      }
      expect((await get("/events?orderby[]=title")).status).to.equal(400);
    });

    // rules/orders.md#filter-author, rules/orders.md#filter-modified, rules/orders.md#filter-has-image
    it("filter by author, time of change and image", async () => {
      const [editor, author] = ["editor", "author"].map((name) => calendar.users.get(name));
      expect(await titles(`author=${author}`)).to.deep.equal(["Zebra"]);
      expect(await titles(`author=${editor},${author}&orderby=id`)).to.have.length(3);
      expect(await titles("author=99999")).to.deep.equal([]);
      expect((await get("/events?author=nobody")).status).to.equal(400);
      expect((await get(`/venues?author=${author}`)).body.total).to.equal(1);
      const { body } = await get(`/events/${ids.get("apple")}`);
      const changed = `${body.modified_utc.replace(" ", "T")}Z`;
      expect(await titles(`modified_after=${changed}`)).to.not.include("apple");
      expect(await titles(`modified_before=${changed}`)).to.not.include("apple");
      expect(await titles("modified_after=2020-01-01&orderby=id")).to.have.length(3);
      expect(await titles("modified_before=2020-01-01T00:00:00Z")).to.deep.equal([]);
      const { status, body: refusal } = await get("/organizers?modified_after=never");
      expect([status, Object.keys(refusal.data.params)]).to.deep.equal([400, ["modified_after"]]);
      expect(await titles("has_image=true")).to.deep.equal([]);
      expect(await titles("has_image=false")).to.have.length(3);
      const { next_rest_url: next } = (
        await get("/events?modified_after=2020-01-01T02:00:00%2B02:00&per_page=1")
      ).body;
      expect(next).to.contain("modified_after=2020-01-01T00:00:00Z");
    });

    // rules/orders.md#filter-hidden
    it("list hidden events to callers who may edit", async () => {
      expect(await titles("hidden=include&orderby=title", "editor")).to.have.length(4);
      expect(await titles("hidden=only", "contributor")).to.deep.equal(["Äpfel"]);
      expect(await titles(`hidden=only&include=${ids.get("Äpfel")}`, "editor")).to.deep.equal(["Äpfel"]);
      for (const [as, value] of [
        [undefined, "include"],
        ["subscriber", "only"],
        ["editor", "all"],
      ] as const) {
        const { status, body } = await get(`/events?hidden=${value}`, as);
        expect([status, Object.keys(body.data.params)], String(as)).to.deep.equal([400, ["hidden"]]);
      }
      // An anonymous caller gets the same list as before.
      expect(await titles("")).to.deep.equal(["apple", "Jazz night", "Zebra"]);
    });
  });

  // rules/orders.md#second-order
  it(`orderby and the order of a plugin exclude each other, on ${store.name}`, async () => {
    const filter = eventFilter<{ readonly cheapest_first: boolean | undefined }>({
      pure: true,
      parameters: { cheapest_first: { description: "Sorts by price.", type: "boolean" } },
      narrow: (query, { cheapest_first: isFirst }) =>
        isFirst === true ? { ...query, order: { by: "cost", decimalMark: "." } } : query,
    });
    const plugin = definePlugin({ name: "priced", setup: () => ({ eventFilters: [filter] }) });
    const calendar = await startCalendar(store, { plugins: [plugin] });
    try {
      const { status, body } = await calendar.get("/events?cheapest_first=true&orderby=title");
      expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["orderby"]]);
      expect((await calendar.get("/events?cheapest_first=true&orderby=bogus")).status).to.equal(200);
    } finally {
      await calendar.close();
    }
  });
}
