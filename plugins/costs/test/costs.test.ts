import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { plugin } from "@kalends/costs";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";

const NOW = Date.UTC(2031, 2, 10);

/** Cost text of each event by event title. The events start on consecutive days. */
const COSTS = {
  talk: "",
  jazz: "15-25 €",
  market: "0",
  walk: "Kostenlos",
  opera: "1.500 €",
  lab: ["Free", "7,50"],
  fair: "Varies",
  film: "7,50 €",
} as const;

interface TestResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

describe("@kalends/costs", () => {
  let calendar: Calendar;
  let server: Server;
  let origin: string;

  before(async () => {
    calendar = await createCalendar({
      storage: "sqlite::memory:",
      language: "de",
      locales: ["en", "fr", "es"],
      clock: { now: () => NOW },
      scheduler: false,
      plugins: [plugin()],
    });
    for (const [index, [title, cost]] of Object.entries(COSTS).entries()) {
      const day = `2031-04-${10 + index}`;
      const values = { title, cost, start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` };
      await calendar.as({ id: 1, roles: ["administrator"] }).events.create(values);
    }
    server = createServer(calendar.callback);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await calendar.close();
  });

  const get = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> => {
    const response = await fetch(`${origin}/wp-json/tribe/events/v1${path}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  const titlesOf = ({ body }: TestResponse): readonly string[] =>
    body.events.map(({ title }: { title: string }) => title);
  const titles = async (query: string): Promise<readonly string[]> => {
    const answer = await get(`/events?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(answer.body.total).to.equal(answer.body.events.length);
    return titlesOf(answer);
  };

  it("finds events in a range of prices, both ends included", async () => {
    expect(await titles("min_cost=7.5&max_cost=25")).to.deep.equal(["jazz", "lab", "film"]);
    expect(await titles("min_cost=20&max_cost=21")).to.deep.equal(["jazz"]);
    expect(await titles("min_cost=25.01")).to.deep.equal(["opera"]);
    expect(await titles("max_cost=0")).to.deep.equal(["market", "walk"]);
  });

  it("finds and orders occurrences by their own price, or that of their series", async () => {
    const who = { id: 1, roles: ["administrator"] as const };
    const { event: series } = await calendar.as(who).events.create({
      ...{ title: "choir", cost: "300 €", start_date: "2031-06-01 10:00:00" },
      ...{ end_date: "2031-06-01 12:00:00", recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"] } },
    });
    await calendar.as(who).events.occurrences(series.id).update("2031-06-08 10:00:00", { cost: "400 €" });
    const found = async (query: string) => {
      const { body } = await get(`/events?min_cost=200&max_cost=500&${query}`);
      return body.events.map(({ start_date }: { start_date: string }) => start_date.slice(0, 10));
    };
    const [first, second, third] = ["2031-06-01", "2031-06-08", "2031-06-15"];
    expect(await found("cost_order=desc")).to.deep.equal([second, first, third]);
    expect(await found("max_cost=350")).to.deep.equal([first, third]);
    expect(await found("min_cost=350")).to.deep.equal([second]);
    const { body } = await get(`/events/${series.id}/occurrences?start_date=2031-06-01`);
    expect(
      body.events.map((event: { cost_range: { lowest: number } }) => event.cost_range.lowest),
    ).to.deep.equal([300, 400, 300]);
    await calendar.as(who).events.remove(series.id);
  });

  it("finds what is free and what is not; without a price an event is neither", async () => {
    expect(await titles("is_free=true")).to.deep.equal(["market", "walk"]);
    expect(await titles("is_free=false")).to.deep.equal(["jazz", "opera", "lab", "film"]);
    expect(await titles("is_free=false&max_cost=7.5")).to.deep.equal(["lab", "film"]);
    expect(await titles("is_free=true&min_cost=1")).to.deep.equal([]);
  });

  // rules/orders.md#second-order
  it("refuses a second order", async () => {
    const { status, body } = await get("/events?cost_order=asc&orderby=title");
    expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["orderby"]]);
    expect((await get("/events?cost_order=asc&orderby=bogus")).status).to.equal(200);
  });

  // rules/tables.md#tables, rules/interface.md#event-formats
  it("names the order by price in tables, which have an order of their own", async () => {
    const named = async (query: string) =>
      (await fetch(`${origin}/wp-json/tribe/events/v1/events.csv?${query}`)).headers.get("x-kalends-ignored");
    expect(await named("cost_order=desc&min_cost=1&orderby=title")).to.equal("cost_order,orderby");
    expect(await named("min_cost=1")).to.equal(null);
    const strict = await get("/events.csv?cost_order=asc", { prefer: "handling=strict" });
    expect([strict.status, Object.keys(strict.body.data.params)]).to.deep.equal([400, ["cost_order"]]);
  });

  it("puts events in the order of their prices, those without last, also across pages", async () => {
    const asc = ["market", "walk", "lab", "film", "jazz", "opera", "talk", "fair"];
    const desc = ["opera", "jazz", "lab", "film", "market", "walk", "talk", "fair"];
    expect(await titles("cost_order=asc")).to.deep.equal(asc);
    expect(await titles("cost_order=desc")).to.deep.equal(desc);
    const first = await get("/events?cost_order=desc&min_cost=1&per_page=3");
    expect(first.body.next_rest_url).to.contain("cost_order=desc").and.to.contain("min_cost=1");
    const { search } = new URL(first.body.next_rest_url);
    expect(await titlesOf(await get(`/events${search}`))).to.deep.equal(["film"]);
  });

  it("shows prices in numbers", async () => {
    const { body } = await get("/events?per_page=20");
    const ranges = Object.fromEntries(
      body.events.map(({ title, cost_range: range }: { title: string; cost_range: unknown }) => [
        title,
        range,
      ]),
    );
    expect(ranges).to.deep.include({ talk: null, fair: null });
    expect(ranges.jazz).to.deep.equal({ lowest: 15, highest: 25 });
    expect(ranges.opera).to.deep.equal({ lowest: 1500, highest: 1500 });
    expect(ranges.walk).to.deep.equal({ lowest: 0, highest: 0 });
  });

  it("refuses what is out of its bounds, and names it", async () => {
    for (const [query, name, text] of [
      ["min_cost=-1", "min_cost", "Muss mindestens 0 sein."],
      ["max_cost=cheap", "max_cost", ""],
      ["cost_order=up", "cost_order", "Muss eines von diesen sein: asc, desc."],
      ["min_cost=9&max_cost=8", "max_cost", "Muss mindestens 9 sein."],
    ] as const) {
      const { status, body } = await get(`/events?${query}`, { "accept-language": "de" });
      expect(status, query).to.equal(400);
      expect(body.data.params, query).to.have.all.keys(name);
      expect(body.data.params[name]).to.contain(text);
    }
  });

  it("describes itself in the languages of the calendar", async () => {
    const described = async (locale: string): Promise<string> => {
      const response = await fetch(`${origin}${locale}/wp-json/tribe/events/v1/doc`);
      // biome-ignore lint/suspicious/noExplicitAny: a document in OpenAPI
      const { paths } = (await response.json()) as any;
      return paths["/events"].get.parameters.find(({ name }: { name: string }) => name === "is_free")
        .description;
    };
    const texts = await Promise.all(["", "/en", "/fr", "/es"].map(described));
    expect(texts.map((text) => text.split(" ")[0])).to.deep.equal(["Nur", "Returns", "Seulement", "Solo"]);
  });
});
