import type { JsonValue, Plugin } from "@kalends/core/plugin";
import { expect } from "chai";
import { ADAPTERS } from "./start-calendar.ts";
import { type Json, type Page, type Site, startSite } from "./start-site.ts";

const FAIR = { title: "Fair", start_date: "2031-05-09 20:00:00", end_date: "2031-05-09 23:00:00" };

/** Parameter that accepts any JSON value. Some plugins have such parameters. */
const anything = { description: "Anything.", resolve: (raw: unknown) => ({ value: raw as JsonValue }) };

const fields: Plugin = {
  name: "fields",
  texts: [
    {
      en: { doors: "Doors & bar open", outside: "In the open", unit: "min" },
      de: { doors: "Einlass", outside: "Im Freien", unit: "Min." },
    },
  ],
  setup: () => ({
    fields: [
      { record: "event", name: "dress_code", parameter: { description: "Dress.", type: "string" } },
      { record: "event", name: "seats", parameter: { description: "Seats.", type: "integer" } },
      { record: "event", name: "indoors", parameter: { description: "Roof.", type: "boolean" } },
      {
        record: "event",
        name: "doors_open",
        form: { label: "Doors & bar open" },
        parameter: { description: "Doors.", type: "string" },
      },
      {
        record: "event",
        name: "tracks",
        parameter: { description: "Tracks.", documented: { type: "array", items: { type: "string" } } },
      },
      {
        record: "event",
        name: "places",
        form: { choices: { outside: "In the open" } },
        parameter: {
          description: "Places.",
          documented: { type: "array", items: { type: "string" }, enum: ["outside", "main-hall"] },
        },
      },
      {
        record: "event",
        name: "wait",
        form: { unit: "min" },
        parameter: { description: "Wait.", type: "integer" },
      },
      { record: "event", name: "extra", parameter: anything, schema: {} },
      { record: "event", name: "secret", hidden: true, parameter: anything },
      { record: "venue", name: "halls", parameter: anything, schema: {} },
      { record: "organizer", name: "form", parameter: anything, schema: {} },
    ],
  }),
};

/** Returns the facts on a page: names and their values as HTML. */
const factsOf = ({ text }: Page): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, value]) => [name, value]),
  );

for (const { name, server } of ADAPTERS)
  describe(`fields of plugins on pages on ${name}`, () => {
    let site: Site;
    before(async () => {
      site = await startSite(server, () => ({}), [fields], { locales: ["de"] });
    });
    after(() => site.close());

    const add = (json: object): Promise<Json> => site.send("POST", "/events", { ...FAIR, ...json });
    const show = async ({ url }: Json, base = ""): Promise<Page> =>
      site.get(base + new URL(url).pathname + new URL(url).search);

    it("are facts of the event under labels made from their names, unless they are hidden or empty", async () => {
      const page = await show(
        await add({
          dress_code: "Black tie",
          seats: 0,
          indoors: false,
          tracks: ["Jazz", "Blues & Soul"],
          secret: "classified",
        }),
      );
      expect(page.status).to.equal(200);
      expect(factsOf(page)).to.include({
        "Dress code": "Black tie",
        Seats: "0",
        Indoors: "No",
        Tracks: "Jazz, Blues &amp; Soul",
      });
      expect(page.text).to.not.include("classified").and.not.include("secret").and.not.include("Extra");
      const bare = await show(await add({ dress_code: null, tracks: [] }));
      expect(factsOf(bare)).to.not.have.any.keys("Dress code", "Seats", "Indoors", "Tracks", "Extra");
    });

    it("have the label that their plugin gives them, in the language of the page", async () => {
      const event = await add({ doors_open: "19:00" });
      expect(factsOf(await show(event))).to.include({ "Doors &amp; bar open": "19:00" });
      expect(factsOf(await show(event, "/de"))).to.include({ Einlass: "19:00" });
    });

    it("have the labels of their choices, and their units", async () => {
      const event = await add({ places: ["outside", "main-hall"], wait: 20 });
      expect(factsOf(await show(event))).to.include({ Places: "In the open, Main hall", Wait: "20 min" });
      expect(factsOf(await show(event, "/de"))).to.include({
        Places: "Im Freien, Main hall",
        Wait: "20 Min.",
      });
    });

    it("are text whatever they are: markup is escaped, lists and objects are said in words", async () => {
      for (const [extra, shown] of [
        ['<img src="x" onerror="alert(1)"', "&lt;img src=&quot;x&quot; onerror=&quot;alert(1)&quot;"],
        ["&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;"],
        ["  a\n\nb  ", "a b"],
        [true, "Yes"],
        [-1.5, "-1.5"],
        [[1, null, "two", false, "", []], "1; two; No"],
        [[1, "two"], "1, two"],
        [{ "<b>": "<u>bold</u> & so on", none: null }, "&lt;b&gt;: bold &amp; so on"],
        [
          [
            { from: 1, until: 2 },
            { from: 3, until: 4 },
          ],
          "from: 1, until: 2; from: 3, until: 4",
        ],
        [{ a: { b: { c: ["d", "e"] } } }, "a: b: c: d, e"],
      ] as const) {
        const page = await show(await add({ extra }));
        expect(factsOf(page).Extra, JSON.stringify(extra)).to.equal(shown);
      }
      for (const extra of [" ", [], {}, [[], {}, null, ""]]) {
        const page = await show(await add({ extra }));
        expect(page.status).to.equal(200);
        expect(factsOf(page), JSON.stringify(extra)).to.not.have.property("Extra");
      }
    });

    it("are shown in the language of the page, and of venues and organizers on theirs", async () => {
      const event = await add({
        indoors: true,
        venue: { venue: "Works", halls: ["North", "South"] },
        organizer: { organizer: "Ann", form: { legal: "<i>Ltd</i>" } },
      });
      expect(factsOf(await show(event, "/de"))).to.include({ Indoors: "Ja" });
      expect(factsOf(await show(event.venue))).to.include({ Halls: "North, South" });
      expect(factsOf(await show(event.organizer[0]))).to.include({ Form: "legal: Ltd" });
    });

    it("follow changes", async () => {
      const event = await add({ dress_code: "Casual" });
      expect(factsOf(await show(event))["Dress code"]).to.equal("Casual");
      await site.send("PUT", `/events/${event.id}`, { dress_code: "White tie" });
      expect(factsOf(await show(event))["Dress code"]).to.equal("White tie");
    });
  });
