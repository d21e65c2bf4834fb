import type { EventFormat, Plugin } from "@kalends/core/interface";
import { eventFilter, eventFormat } from "@kalends/core/plugin";
import { expect } from "chai";
import { createCalendar, OperatorError } from "kalends";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { parseTable, readTable } from "../http/tables/read-table.ts";
import { stores } from "../stores.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

for (const store of stores) {
  // rules/tables.md#table-columns
  describe(`tables with plugins on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let reads = 0;
    const plugin: Plugin = {
      name: "rooms",
      setup: () => ({
        fields: [
          {
            record: "event",
            name: "moods",
            parameter: { description: "Moods.", documented: { type: "array" } },
          },
          { record: "event", name: "secret", hidden: true, parameter: { description: "-", type: "string" } },
          { record: "venue", name: "seats", parameter: { description: "Seats.", type: "integer" } },
        ],
        members: [
          {
            record: "event",
            pure: true,
            schemas: { plan: { type: "object", properties: { rows: { type: "integer" } } }, price: {} },
            membersOf(events, actor) {
              reads += 1;
              return events.map(() => ({ plan: { rows: 4 }, price: actor.id === undefined ? "-" : "=9" }));
            },
          },
        ],
      }),
    };
    before(async () => {
      calendar = await startCalendar(store, { plugins: [plugin] });
      const venue = { venue: "Hall", seats: 90 };
      const json = { title: "Fair", ...WHEN, moods: ["calm", "-loud"], secret: "hush", venue };
      const { status, text } = await calendar.post("/events", { as: "editor", json });
      expect(status, text).to.equal(201);
    });
    after(() => calendar.close());

    it("have members of plugins as columns, as each caller sees them, and no hidden fields", async () => {
      const path = "/events.csv?columns=moods,venue.seats,plan.rows,plan,price";
      const row = { moods: "calm, -loud", "venue.seats": "90", "plan.rows": "4", plan: '{"rows":4}' };
      expect(await readTable(calendar, path)).to.deep.equal([{ ...row, price: "'-" }]);
      expect(await readTable(calendar, path, { as: "editor" })).to.deep.equal([{ ...row, price: "'=9" }]);
      const hidden = await calendar.get("/events.csv?columns=secret", { as: "administrator" });
      expect([hidden.status, hidden.text.includes("hush")]).to.deep.equal([400, false]);
      expect(parseTable((await calendar.get("/events.csv")).text)[0]).not.to.have.any.keys("secret", "moods");
    });

    it("are not made again for a caller who has them, while the store identifies its state", async () => {
      const as = "editor";
      const { headers } = await calendar.get("/events.csv", { as });
      reads = 0;
      const same = { as, headers: { "if-none-match": String(headers.etag) } };
      expect((await calendar.get("/events.csv", same)).status).to.equal(304);
      if (calendar.store.revision() !== undefined) expect(reads).to.equal(0);
      await calendar.post("/events", { as, json: { title: "New", ...WHEN } });
      expect((await calendar.get("/events.csv", same)).status).to.equal(200);
    });
  });
}

describe("names that tables need", () => {
  const problemsOf = async (plugin: Plugin): Promise<string> => {
    try {
      await (await createCalendar({ storage: "sqlite::memory:", plugins: [plugin] })).close();
      return "";
    } catch (error) {
      if (error instanceof OperatorError) return error.problems.join("\n");
      throw error;
    }
  };

  it("cannot be those of plugins", async () => {
    const format: EventFormat = eventFormat<object>({
      ...{
        pure: true,
        mediaType: "text/csv",
        extension: "csv",
        description: "-",
        order: "id",
        parameters: {},
      },
      async *write() {},
    });
    expect(await problemsOf({ name: "one", setup: () => ({ eventFormats: [format] }) })).to.include(
      "adds the extension csv of events, which Kalends already has",
    );
    const filter = eventFilter<{ readonly columns: string | undefined }>({
      pure: true,
      parameters: { columns: { description: "-", type: "string" } },
      narrow: (query) => query,
    });
    expect(await problemsOf({ name: "one", setup: () => ({ eventFilters: [filter] }) })).to.include(
      "adds the parameter columns of event lists, which Kalends already has",
    );
  });
});
