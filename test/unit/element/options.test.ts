import { addressOf, fill, readOptions, textsOf, toNamespace, toSafeUrl } from "@kalends/element/internals";
import { expect } from "chai";

const read = (attributes: Readonly<Record<string, string>>, ...languages: readonly (string | undefined)[]) =>
  readOptions((name) => attributes[name] ?? null, languages);

describe("attributes of the element", () => {
  it("have defaults", () => {
    expect(read({ src: " /wp-json " }, "de")).to.deep.equal({
      src: "/wp-json",
      view: "month",
      start: undefined,
      language: "de",
      timezone: undefined,
      perPage: 10,
      firstDay: 1,
      filters: { search: "", category: "", tag: "" },
      hidden: [],
      details: "dialog",
    });
  });

  it("are read where they are understood", () => {
    const options = read(
      {
        view: "list",
        start: "2031-05-06",
        lang: "FR-ca",
        timezone: "Asia/Tokyo",
        "per-page": "25",
        "first-day": "saturday",
        category: "music",
        hide: "search, tag images",
        details: "page",
      },
      "de",
    );
    expect(options).to.include({
      view: "list",
      start: "2031-05-06",
      language: "fr-CA",
      timezone: "Asia/Tokyo",
    });
    expect(options).to.include({ perPage: 25, firstDay: 6, details: "page" });
    expect(options.filters.category).to.equal("music");
    expect(options.hidden).to.deep.equal(["search", "tag", "images"]);
  });

  it("count as not said where they are not", () => {
    const options = read(
      { view: "week", start: "2031-02-30", lang: "not a language", timezone: "Mars/Base", "per-page": "500" },
      undefined,
      "x",
      "es",
    );
    expect(options).to.include({
      view: "month",
      start: undefined,
      language: "es",
      timezone: undefined,
      perPage: 10,
    });
    expect(read({}).language).to.equal("en");
  });
});

describe("addresses of the element", () => {
  const base = "https://town.example/events/";

  it("are links only where they lead to http or https", () => {
    expect(toSafeUrl("/event/one/", base)).to.equal("https://town.example/event/one/");
    expect(toSafeUrl("http://other.example/x", base)).to.equal("http://other.example/x");
    const refused = [
      "javascript:alert(1)",
      " java\nscript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc",
      "http://",
      "",
      7,
      null,
    ];
    expect(refused.map((value) => toSafeUrl(value, base)).filter((url) => url !== undefined)).to.deep.equal(
      [],
    );
  });

  it("are made below the namespace, also where that is a parameter", () => {
    const at = (src: string) => {
      const namespace = toNamespace(src, base);
      if (namespace === undefined) return undefined;
      return addressOf(namespace, "events", { search: "a&b", categories: "", page: 2, tags: undefined });
    };
    expect(at("https://site.example/wp-json/tribe/events/v1/#x")).to.equal(
      "https://site.example/wp-json/tribe/events/v1/events?search=a%26b&page=2",
    );
    expect(at("/wp-json/tribe/events/v1")).to.equal(
      "https://town.example/wp-json/tribe/events/v1/events?search=a%26b&page=2",
    );
    expect(at("https://site.example/?rest_route=/tribe/events/v1")).to.equal(
      "https://site.example/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&search=a%26b&page=2",
    );
    expect(["javascript:x", "ftp://x", "http://", "https://ann:secret@site.example/"].map(at)).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("texts of the element", () => {
  it("are the same in every language, with the same places to fill", () => {
    const placesOf = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];
    for (const language of ["de", "fr", "es"]) {
      const texts = textsOf(language);
      expect(Object.keys(texts)).to.have.members(Object.keys(textsOf("en")));
      for (const [name, text] of Object.entries(textsOf("en"))) {
        expect(placesOf(texts[name as keyof typeof texts]), `${language} ${name}`).to.deep.equal(
          placesOf(text),
        );
      }
    }
    expect(textsOf("de-AT").today).to.equal("Heute");
    expect(textsOf("ja").today).to.equal("Today");
    expect(fill("{count} of {other}", { count: 3 })).to.equal("3 of {other}");
  });
});
