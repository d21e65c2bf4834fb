import type { IncomingMessage } from "node:http";
import type { ListResult, ParameterValues } from "@kalends/core/interface";
import {
  createAddresses,
  createRecords,
  presentList,
  readCredentials,
  selectFields,
} from "@kalends/http/internals";
import { expect } from "chai";
import { SETTINGS } from "./fake-app.ts";

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

describe("readCredentials", () => {
  it("counts empty credentials as none", () => {
    for (const header of [undefined, "", "Basic", "Basic ", basic(":"), "Bearer "]) {
      expect(readCredentials(header), String(header)).to.equal(undefined);
    }
  });

  it("splits at the first colon", () => {
    expect(readCredentials(basic("ann:a:b c"))).to.deep.equal({
      kind: "password",
      name: "ann",
      password: "a:b c",
    });
    expect(readCredentials("bearer x.y")).to.deep.equal({ kind: "bearer", token: "x.y" });
  });

  it("tells what cannot be read from what is absent", () => {
    for (const header of ["Basic !!!", basic("nocolon"), "Digest x", "garbage"]) {
      expect(readCredentials(header), header).to.deep.equal({ kind: "unreadable" });
    }
  });
});

describe("selectFields", () => {
  const body = { id: 1, title: "x", venue: { id: 2, city: "y" }, tags: [{ id: 3, name: "t" }], image: false };

  it("keeps what is named, nested and inside lists", () => {
    expect(selectFields(body, "id,venue.id, tags.name")).to.deep.equal({
      id: 1,
      venue: { id: 2 },
      tags: [{ name: "t" }],
    });
    expect(selectFields(body, ["id", "tags"])).to.deep.equal({ id: 1, tags: body.tags });
    expect(selectFields(body, "venue,venue.id")).to.deep.equal({ venue: body.venue });
    expect(selectFields(body, "nothing")).to.deep.equal({});
  });

  it("keeps all when nothing is named, and is not fooled by inherited names", () => {
    expect(selectFields(body, undefined)).to.equal(body);
    expect(selectFields(body, " , ")).to.equal(body);
    expect(selectFields(body, "__proto__.x,constructor,toString")).to.deep.equal({});
  });
});

describe("createAddresses", () => {
  const request = (headers: IncomingMessage["headers"]): IncomingMessage =>
    ({ headers, socket: { localPort: 8080 } }) as unknown as IncomingMessage;

  it("takes the public address from the settings before anything else", () => {
    const addressesOf = createAddresses({ ...SETTINGS, baseUrl: "https://calendar.example/events/" });
    expect(addressesOf(request({ host: "evil.example" }))).to.deep.equal({
      site: "https://calendar.example/events",
      root: "https://calendar.example/events/wp-json",
      rest: "https://calendar.example/events/wp-json",
      namespace: "https://calendar.example/events/wp-json/tribe/events/v1",
      media: "https://calendar.example/events/wp-json/media",
      home: "https://calendar.example/events",
      globalId: "calendar.example/events?id=",
    });
  });

  it("puts a locale before the REST root, and nowhere else", () => {
    const addressesOf = createAddresses({ ...SETTINGS, baseUrl: "https://calendar.example/below" }, "/fr");
    expect(addressesOf(request({}))).to.deep.equal({
      site: "https://calendar.example/below",
      root: "https://calendar.example/below/wp-json",
      rest: "https://calendar.example/below/fr/wp-json",
      namespace: "https://calendar.example/below/fr/wp-json/tribe/events/v1",
      media: "https://calendar.example/below/wp-json/media",
      home: "https://calendar.example/below/fr",
      globalId: "calendar.example/below?id=",
    });
  });

  it("writes a public address so that it fits into headers", () => {
    const addressesOf = createAddresses({ ...SETTINGS, baseUrl: "https://日本.example" });
    expect(addressesOf(request({})).site).to.equal("https://xn--wgv71a.example");
  });

  it("takes it from the request otherwise, forwarded headers only when they are trusted", () => {
    const headers = {
      host: "inner:81",
      "x-forwarded-host": "outer.example:444",
      "x-forwarded-proto": "https",
    };
    expect(createAddresses(SETTINGS)(request(headers)).site).to.equal("http://inner:81");
    expect(createAddresses({ ...SETTINGS, trustProxy: 1 })(request(headers)).site).to.equal(
      "https://outer.example:444",
    );
    expect(createAddresses(SETTINGS)(request(headers)).globalId).to.equal("inner?id=");
  });

  it("takes the entries that the trusted proxies have added, not those of a client", () => {
    const siteOf = (trustProxy: number, host: string | undefined, proto: string | undefined): string => {
      const headers = { host: "inner:81", "x-forwarded-host": host, "x-forwarded-proto": proto };
      return createAddresses({ ...SETTINGS, trustProxy })(request(headers)).site;
    };
    // One proxy, which adds its entry at the end.
    expect(siteOf(1, "evil.example, shown.example", "http,https")).to.equal("https://shown.example");
    // Two proxies. One passes on the entry of the other.
    expect(siteOf(2, "evil.example,shown.example , inner.example", "http, https, http")).to.equal(
      "https://shown.example",
    );
    expect(siteOf(2, "shown.example", "https")).to.equal("https://shown.example");
    expect(siteOf(2, "[2001:db8::1]:8443, inner.example", undefined)).to.equal("http://[2001:db8::1]:8443");
    // If the last entry is invalid, an earlier entry must not be used instead.
    for (const host of ["evil.example,", "evil.example, a b", "evil.example,\t", undefined])
      expect(siteOf(1, host, "https,javascript"), host).to.equal("http://inner:81");
  });

  it("does not repeat a host that cannot be one", () => {
    for (const host of ['x"><script>', "a b", "a/b", "user@host", ""]) {
      expect(createAddresses(SETTINGS)(request({ host })).site, host).to.equal("http://localhost:8080");
    }
  });
});

describe("presentList", () => {
  const result = (page: number, total: number, understood: ParameterValues = {}): ListResult<number> => ({
    items: [],
    total,
    page,
    perPage: 10,
    understood,
  });
  const records = createRecords([], () => ({}));
  const asked = (sentPerPage: boolean, ...names: readonly string[]) => ({
    namespace: "http://h",
    parameters: Object.fromEntries(names.map((name) => [name, { description: "" }])),
    sentPerPage,
  });

  it("links the neighbours of a page, the first one without its number", () => {
    const { body } = presentList(
      "events",
      result(2, 27, { search: "a&b=c", start_date: "2031-03-09 00:00:00" }),
      records,
      asked(true, "page", "per_page", "search", "start_date"),
    );
    const rest = "start_date=2031-03-09%2000:00:00&search=a%26b%3Dc";
    expect(JSON.parse(JSON.stringify(body))).to.deep.equal({
      events: [],
      rest_url: `http://h/events/?page=2&per_page=10&${rest}`,
      next_rest_url: `http://h/events/?per_page=10&${rest}&page=3`,
      previous_rest_url: `http://h/events/?per_page=10&${rest}`,
      total: 27,
      total_pages: 3,
    });
  });

  it("links nothing where there are no neighbours", () => {
    const { body } = presentList("venues", result(1, 0), records, asked(false));
    expect(JSON.parse(JSON.stringify(body))).to.deep.equal({
      venues: [],
      rest_url: "http://h/venues/?page=1&per_page=10",
      total: 0,
      total_pages: 0,
    });
  });

  it("writes only what was sent into the links of terms", () => {
    const plain = presentList("categories", result(2, 27), records, asked(false)).body;
    expect(plain).to.include({
      rest_url: "http://h/categories/",
      next_rest_url: "http://h/categories/?page=3",
      previous_rest_url: "http://h/categories/",
    });
    const filtered = presentList(
      "tags",
      result(50, 27, { hide_empty: { value: false, sent: "0" } }),
      records,
      asked(true, "hide_empty"),
    ).body;
    expect(filtered).to.include({
      rest_url: "http://h/tags/?per_page=10&hide_empty=0",
      previous_rest_url: "http://h/tags/?per_page=10&hide_empty=0&page=49",
    });
    expect(filtered).not.to.have.property("next_rest_url");
  });
});
