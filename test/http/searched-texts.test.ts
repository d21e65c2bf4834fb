import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const HTML =
  "<p>Jazz, it&#8217;s caf&eacute;&nbsp;time; qu&#8217;axunta &amp; tradici&oacute;n &#x4A;&lt;3</p>";
/** `FOUND` has words of the visible text. `NOT_FOUND` has words that only the HTML source contains. */
const FOUND = ["it’s", "café", "CAFE TIME", "tradición", "qu’axunta & trad", "j<3", '"café time"'];
const NOT_FOUND = ["nbsp", "8217", "eacute", "amp", "4A", "lt"];

for (const store of stores)
  describe(`texts that are searched, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const idsOf = async (list: string, search: string): Promise<readonly number[]> => {
      const query = `${list}?search=${encodeURIComponent(search)}`;
      const { body, status, text } = await calendar.get(
        list === "events" ? `/${query}&start_date=2031-01-01` : `/${query}`,
      );
      if (status === 404) return [];
      expect(status, text).to.equal(200);
      return body[list].map(({ id }: { readonly id: number }) => id);
    };

    // rules/choices.md#folded-text
    for (const [list, named] of [
      ["events", { title: "In15", start_date: "2031-10-01 10:00", end_date: "2031-10-01 12:00" }],
      ["venues", { venue: "In15" }],
      ["organizers", { organizer: "In15" }],
    ] as const)
      it(`of ${list} are what people read`, async () => {
        const post = async (json: object): Promise<number> => {
          const { status, text, body } = await calendar.post(`/${list}`, { as: "editor", json });
          expect(status, text).to.equal(201);
          return body.id;
        };
        const id = await post({ ...named, description: HTML });
        for (const word of FOUND.filter((word) => list === "events" || !/["&<]/.test(word)))
          expect(await idsOf(list, word), word).to.deep.equal([id]);
        for (const word of NOT_FOUND) expect(await idsOf(list, word), word).to.deep.equal([]);
        const plain = await post({ ...named, description: "They write eacute or &amp;nbsp; there" });
        expect(await idsOf(list, "eacute")).to.deep.equal([plain]);
        expect(await idsOf(list, "nbsp")).to.deep.equal([plain]);
        const typed = await post({
          ...named,
          description: "<p>Søren O&rsquo;Brien, Łódź; Đà Nẵng &AElig;rø</p>",
        });
        for (const word of ["soren", "SØREN", "brien", "lodz", "łódź", "da nang", "aero", "ærø"])
          expect(await idsOf(list, word), word).to.deep.equal([typed]);
        if (list !== "events") return;
        for (const word of ["o'brien", "O’Brien", "OʼBRIEN"])
          expect(await idsOf(list, word), word).to.deep.equal([typed]);
      });
  });
