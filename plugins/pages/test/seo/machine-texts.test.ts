import {
  fillTemplate,
  googleTemplate,
  listFeed,
  toSitemap,
  toSitemapIndex,
  toSubscribeAddresses,
} from "@kalends/pages/internals";
import { expect } from "chai";
import { FAKE_PRESENTER } from "../fake-request.ts";
import { anEventView } from "../views.ts";

const textOf = async (portions: AsyncIterable<string>): Promise<string> => {
  let text = "";
  for await (const portion of portions) text += portion;
  return text;
};

describe("sitemaps", () => {
  it("name addresses and when they changed, escaped", async () => {
    const entries = async function* () {
      yield [{ url: "https://a.example/?p=1&q=2", modifiedUtc: "2031-05-06 10:00:00" }];
      yield [{ url: "https://a.example/b/" }];
    };
    const text = await textOf(toSitemap(entries()));
    expect(text).to.include(
      "<loc>https://a.example/?p=1&amp;q=2</loc><lastmod>2031-05-06T10:00:00Z</lastmod>",
    );
    expect(text.match(/<url>/g)).to.have.length(2);
    expect(await textOf(toSitemapIndex(entries()))).to.match(/<sitemapindex [^>]*>\n<sitemap><loc>/);
  });
});

describe("addresses to subscribe to", () => {
  it("keep the filters of a list", () => {
    const filters = { search: "jazz & blues", categories: "1,2" };
    expect(listFeed(FAKE_PRESENTER, filters, "ics")).to.equal(
      "https://calendar.example/wp-json/tribe/events/v1/events.ics?search=jazz+%26+blues&categories=1%2C2",
    );
  });

  it("lead to the programs that people have", () => {
    const addresses = toSubscribeAddresses("https://a.example/events.ics?tags=1", "Town");
    expect(addresses.webcal).to.equal("webcal://a.example/events.ics?tags=1");
    expect(new URL(addresses.google).searchParams.get("cid")).to.equal(addresses.webcal);
    expect(new URL(addresses.outlook).searchParams.get("url")).to.equal(addresses.file);
  });

  it("add an event with its time in UTC, or its days", () => {
    const added = (view = anEventView()) => new URL(googleTemplate(view, FAKE_PRESENTER)).searchParams;
    expect(added().get("dates")).to.equal("20310506T170000Z/20310506T190000Z");
    expect(added().get("text")).to.equal("Jazz & Blues <3");
    expect(added().get("location")).to.equal("Town Hall, Via Roma 1, Rome");
    const { schedule } = anEventView().event;
    expect(added(anEventView({ schedule: { ...schedule, allDay: true } })).get("dates")).to.equal(
      "20310506/20310507",
    );
  });
});

describe("templates", () => {
  it("have texts escaped and unknown placeholders empty", () => {
    const filled = fillTemplate("<b>{{ title }}</b>{{constructor}}{{unknown}} {{{title}}}", { title: "<i>" });
    const [markup] = Object.getOwnPropertySymbols(filled).map((symbol) => Reflect.get(filled, symbol));
    expect(markup).to.equal("<b>&lt;i&gt;</b> {&lt;i&gt;}");
  });
});
