import { expect } from "chai";
import { type CalendarOptions, createCalendar } from "kalends";
import { firstStore } from "../stores.ts";
import { type Body, NAMESPACE, type Sent, type TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = {
  title: "Jazz",
  start_date: "2031-05-01 10:00:00",
  end_date: "2031-05-01 12:00:00",
  cost: "0",
  categories: ["Music"],
  tags: ["late"],
  venue: { venue: "Pier Nine" },
  organizer: [{ organizer: "Blue Note" }],
};

const MISSING = `${NAMESPACE}/events/999999`;
const MESSAGES: Readonly<Record<string, string>> = {
  en: "Event not found.",
  fr: "Événement introuvable.",
  es: "Evento no encontrado.",
  de: "Veranstaltung nicht gefunden.",
};

const TEXTS: ReadonlySet<string> = new Set(["message", "description", "summary"]);

/** Returns the body without the parts that depend on the locale and its language. */
const withoutLanguage = (value: Body, prefix: string): Body =>
  JSON.parse(
    JSON.stringify(value, (name, member) => {
      if (name === "params" && value.code === "rest_invalid_param") return Object.keys(member);
      return typeof member === "string" && TEXTS.has(name) ? "text" : member;
    }).replaceAll(`${prefix}/wp-json`, "/wp-json"),
  );

for (const store of firstStore) {
  describe(`locales on ${store.name}`, () => {
    let calendar: StartedCalendar;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      calendar = await startCalendar(store, { locales: ["fr", "es:3", "de-CH"], ...options });
    };
    const get = (path: string, sent?: Sent): Promise<TestResponse> => calendar.get(`/${path}`, sent);
    const accepting = (language: string): Sent => ({ headers: { "accept-language": language } });

    afterEach(() => calendar.close());

    it("have the same routes, shapes, names, types and data", async () => {
      await start();
      const { body: event } = await calendar.post("/events", { as: "editor", json: EVENT });
      const paths = [
        "",
        "/doc",
        "/events",
        `/events/${event.id}`,
        "/events/by-slug/jazz",
        "/venues",
        `/venues/${event.venue.id}`,
        "/organizers",
        "/categories",
        "/tags",
        "/events?page=5",
        "/events?start_date=x&per_page=0",
        "/nothing",
      ];
      for (const path of paths) {
        const root = await get(NAMESPACE + path);
        const french = await get(`/fr${NAMESPACE}${path}`);
        expect(french.status, path).to.equal(root.status);
        expect(withoutLanguage(french.body, "/fr"), path).to.deep.equal(withoutLanguage(root.body, ""));
        const {
          date,
          etag,
          link,
          vary,
          "content-length": length,
          "content-language": language,
          "x-request-id": _id,
          ...same
        } = french.headers;
        expect(root.headers, path).to.include(same);
      }
    });

    it("describe the interface in their language", async () => {
      await start();
      const described = async (prefix: string): Promise<string> => {
        const { headers, body } = await get(`${prefix}${NAMESPACE}`);
        expect(headers["content-language"]).to.equal(prefix.slice(1, 3) || "en");
        return body.routes["/tribe/events/v1/events"].endpoints[0].args.search.description;
      };
      const texts = await Promise.all(["", "/fr", "/es", "/de-CH"].map(described));
      expect(new Set(texts)).to.have.property("size", 4);
      const { body, headers } = await calendar.send("OPTIONS", `//fr${NAMESPACE}/events`);
      expect(body.endpoints[0].args.search.description).to.equal(texts[1]);
      expect(headers["content-language"]).to.equal("fr");
    });

    it("have their own page size", async () => {
      await start();
      for (let number = 1; number <= 4; number += 1) {
        await calendar.post("/tags", { as: "editor", json: { name: `tag ${number}` } });
      }
      const sizes: [string, string, number][] = [];
      for (const prefix of ["", "/fr", "/es"]) {
        const index = await get(`${prefix}${NAMESPACE}`);
        const { per_page: declared } = index.body.routes["/tribe/events/v1/tags"].endpoints[0].args;
        const { body } = await get(`${prefix}${NAMESPACE}/tags?hide_empty=0`);
        sizes.push([prefix, declared.default, body.tags.length]);
      }
      expect(sizes).to.deep.equal([
        ["", "10", 4],
        ["/fr", "10", 4],
        ["/es", "3", 3],
      ]);
    });

    it("keep the language in links and in what names a new record", async () => {
      await start();
      const prefix = `${calendar.origin}/fr/wp-json`;
      const namespace = `${prefix}/tribe/events/v1`;
      const { body, headers } = await calendar.post(`//fr${NAMESPACE}/events`, { as: "editor", json: EVENT });
      expect(headers.location).to.equal(`${namespace}/events/${body.id}`);
      expect(headers.link).to.equal(`<${prefix}/>; rel="https://api.w.org/"`);
      expect(body.rest_url).to.equal(`${namespace}/events/${body.id}`);
      expect(body.categories[0].urls.collection).to.equal(`${namespace}/categories`);
      expect(body.url).to.equal(`${calendar.origin}/event/jazz/`);
      await calendar.post("/events", { as: "editor", json: { ...EVENT, title: "More" } });
      const list = await get(`/fr${NAMESPACE}/events?per_page=1`);
      expect(list.body.rest_url).to.match(new RegExp(`^${namespace}/events/\\?`));
      const next = await get(list.body.next_rest_url.slice(calendar.origin.length));
      expect(next.body.previous_rest_url).to.match(new RegExp(`^${namespace}/events/\\?`));
    });

    it("never change what is free and how numbers are read", async () => {
      await start({ language: "de", locales: ["en", "fr"] });
      const { body } = await calendar.post(`//fr${NAMESPACE}/events`, { as: "editor", json: EVENT });
      for (const prefix of ["", "/en", "/fr"]) {
        const event = await get(`${prefix}${NAMESPACE}/events/${body.id}`, accepting("es"));
        expect(event.body.cost, prefix).to.equal("Kostenlos");
        expect(event.headers, prefix).not.to.have.property("content-language");
      }
      const priced = await calendar.post("/events", { as: "editor", json: { ...EVENT, cost: "1.000" } });
      expect(priced.body.cost_details.values).to.deep.equal(["1000"]);
    });

    it("are found by rest_route, too", async () => {
      await start();
      const { body } = await get("/fr/?rest_route=/tribe/events/v1/nothing");
      expect(body).to.include({
        code: "rest_no_route",
        message: "Aucun point d’accès pour cette adresse et cette méthode.",
      });
      expect((await get("/fr/?rest_route=/tribe/events/v1/events")).status).to.equal(200);
    });

    it("are only those that are set up, spelled as they are", async () => {
      await start();
      const nowhere = [
        "it",
        "FR",
        "Fr",
        "fr/fr",
        "fr/es",
        "%66r",
        "fr%2F",
        "f",
        ".",
        "..",
        "wp-json",
        "__proto__",
      ];
      for (const segment of nowhere) {
        const { status, body } = await get(`/${segment}${NAMESPACE}/events`);
        expect([status, body.code], segment).to.deep.equal([404, "rest_no_route"]);
      }
      for (const path of ["/fr", "/fr/", "/fr/events", "/frwp-json/tribe/events/v1/events", "/fr/healthz"]) {
        const { status, body } = await get(path);
        expect([status, body.code], path).to.deep.equal([404, "rest_no_route"]);
      }
    });

    describe("of messages", () => {
      it("are chosen by Accept-Language where the address has none", async () => {
        await start();
        const choices: readonly (readonly [header: string, language: string])[] = [
          ["fr", "fr"],
          ["fr-CA", "fr"],
          ["ES-mx;q=0.9", "es"],
          ["it, de;q=0.5, fr;q=0.4", "de"],
          ["fr;q=0, de;q=0.1", "de"],
          ["*", "en"],
          ["ja", "en"],
          ["", "en"],
          [";;;,,,=q", "en"],
          ["__proto__, constructor", "en"],
        ];
        for (const [header, language] of choices) {
          const { status, headers, body } = await get(MISSING, accepting(header));
          expect([status, body.code, body.message], header).to.deep.equal([
            404,
            "rest-event-not-found",
            MESSAGES[language],
          ]);
          expect(headers, header).to.include({
            "content-language": language,
            vary: "Accept-Language, Prefer, Origin",
          });
        }
      });

      it("are those of the address before all others", async () => {
        await start();
        for (const [prefix, language] of [
          ["/fr", "fr"],
          ["/de-CH", "de"],
        ] as const) {
          const { headers, body } = await get(prefix + MISSING, accepting("es"));
          expect(body.message).to.equal(MESSAGES[language]);
          expect(headers).to.include({ "content-language": language, vary: "Prefer, Origin" });
        }
      });

      it("are told apart by their tags", async () => {
        await start();
        const french = await get(MISSING, accepting("fr"));
        const german = await get(MISSING, {
          headers: { "accept-language": "de", "if-none-match": french.headers.etag ?? "" },
        });
        expect(german.body.message).to.equal(MESSAGES.de);
        expect(german.headers.etag).not.to.equal(french.headers.etag);
      });

      it("are the site's where nobody chooses", async () => {
        await start({ language: "es-MX", locales: [] });
        expect((await get(MISSING)).body.message).to.equal(MESSAGES.es);
        expect((await get(MISSING, accepting("ja, *"))).body.message).to.equal(MESSAGES.es);
        expect((await get(MISSING, accepting("en"))).body.message).to.equal(MESSAGES.en);
        expect((await get("/elsewhere", accepting("fr"))).body.message).to.contain("adresse");
        const { headers } = await get(NAMESPACE, accepting("en"));
        expect(headers).to.include({ "content-language": "es", vary: "Origin, Accept-Encoding" });
      });

      it("cost no time, however much a client asks for", async () => {
        await start();
        const ranges = Array.from({ length: 1_500 }, (_, index) => `x${index};q=0.5`).join(",");
        const many = await get(MISSING, accepting(`${ranges.slice(0, 10_000)},de;q=0.1`));
        expect(many.body.message).to.equal(MESSAGES.de);
        for (const header of [
          "-".repeat(10_000),
          " ".repeat(10_000),
          "fr-".repeat(3_000),
          ",".repeat(10_000),
        ]) {
          expect((await get(MISSING, accepting(header))).status).to.equal(404);
        }
      });
    });
  });
}

describe("createCalendar", () => {
  it("says which languages there are", async () => {
    try {
      await createCalendar({ storage: "sqlite::memory:", language: "it", locales: ["fr", "pt-BR"] });
    } catch (error) {
      expect(String(error)).to.contain("createCalendar: language must be one of en, fr, es, de");
      expect(String(error)).to.contain(
        "createCalendar: locales is a list, each item of which must be one of",
      );
      return;
    }
    expect.fail("It started");
  });
});
