import type { RecordField } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

const field = (name: string, more: Omit<RecordField["parameter"], "description">): RecordField => ({
  record: "event",
  name,
  parameter: { description: `The ${name} of an event.`, ...more },
});

const FIELDS: readonly RecordField[] = [
  field("ages", { documented: { type: "array", items: { type: "integer" }, minimum: 0, maxItems: 3 } }),
  field("moods", {
    documented: { type: "array", items: { type: "string" }, enum: ["calm", "loud"] },
  }),
  field("notes", { documented: { type: "array" } }),
  { ...field("halls", { documented: { type: "array", items: { type: "string" } } }), record: "venue" },
];

const listing: Plugin = { name: "listing", setup: () => ({ fields: FIELDS }) };
const demanding: Plugin = {
  name: "demanding",
  setup: () => ({
    fields: [
      field("tracks", { required: true, documented: { type: "array", items: { type: "string" } } }),
      field("motto", { required: true, type: "string" }),
    ],
  }),
};

for (const store of stores) {
  describe(`list fields of plugins without a validator on ${store.name}`, () => {
    let calendar: StartedCalendar;
    afterEach(() => calendar.close());

    const start = async (plugin: Plugin): Promise<void> => {
      calendar = await startCalendar(store, { plugins: [plugin] });
    };
    const post = (json: object) =>
      calendar.post("/events", { as: "editor", json: { title: "Fair", ...WHEN, ...json } });

    for (const answer of [undefined, "x", {}, { value: () => 1 }, { problem: "no" }, { problem: {} }])
      it(`fail where their validator answers ${JSON.stringify(answer)}, and store nothing`, async () => {
        const resolve = () => answer as never;
        await start({ name: "untyped", setup: () => ({ fields: [field("ages", { resolve })] }) });
        const { status, body } = await post({ ages: "6" });
        expect([status, body.code]).to.deep.equal([500, "internal_server_error"]);
        expect((await calendar.get("/events?start_date=2031-01-01")).body.total).to.equal(0);
      });

    it("are kept and shown as lists, from comma lists, single values and lists", async () => {
      await start(listing);
      for (const [sent, kept] of [
        [
          { ages: "6, 7,", moods: "calm", notes: ["a", 1, true] },
          { ages: [6, 7], moods: ["calm"], notes: ["a", 1, true] },
        ],
        [
          { ages: 6, moods: ["loud", "calm"], notes: "one,two" },
          { ages: [6], moods: ["loud", "calm"], notes: ["one", "two"] },
        ],
        [
          { ages: ["8"], moods: null, notes: [] },
          { ages: [8], moods: null, notes: null },
        ],
        [
          { ages: "", notes: ["", "a,b"] },
          { ages: null, moods: null, notes: ["a,b"] },
        ],
      ] as const) {
        const { status, text, body } = await post(sent);
        expect(status, text).to.equal(201);
        const shown = (await calendar.get(`/events/${body.id}`)).body;
        for (const [name, value] of Object.entries(kept))
          expect(shown[name], `${name} of ${JSON.stringify(sent)}`).to.deep.equal(value);
      }
      const form = { title: "Form", ...WHEN, ages: "1,2", moods: "loud" };
      const sent = await calendar.post("/events", { as: "editor", form });
      expect([sent.body.ages, sent.body.moods]).to.deep.equal([[1, 2], ["loud"]]);
      const inside = await post({ venue: { venue: "Hall", halls: ["north", "south"] } });
      expect(inside.body.venue.halls).to.deep.equal(["north", "south"]);
    });

    it("hold texts without markup, which is reported", async () => {
      await start(listing);
      const { body, headers } = await post({ notes: ["<script>alert(1)</script>Li<b>ne</b>", "<br>"] });
      expect(body.notes).to.deep.equal(["Line"]);
      expect(headers["x-kalends-adjusted"]).to.equal("notes");
    });

    it("refuse other entries and what is beyond their bounds, and nothing is stored", async () => {
      await start(listing);
      const before = await calendar.contents();
      for (const [name, values] of Object.entries({
        ages: ["many", [1, "x"], [1.5], [[1]], { a: 1 }, [null], -1, [1, 2, 3, 4]],
        moods: ["quiet", ["calm", 5], [{}]],
        notes: [[["a"]], { a: "b" }, [null]],
      }))
        for (const value of values) {
          const { status, body } = await post({ [name]: value });
          expect([status, Object.keys(body.data.params)], JSON.stringify({ [name]: value })).to.deep.equal([
            400,
            [name],
          ]);
        }
      expect(await calendar.contents()).to.equal(before);
    });

    it("refuse to be empty where they are required, as texts do", async () => {
      await start(demanding);
      const sent = { tracks: ["a"], motto: "Good" };
      const { body } = await post(sent);
      for (const [name, value] of [
        ["tracks", []],
        ["tracks", " , "],
        ["tracks", ["<br>"]],
        ["motto", "<b></b>"],
      ] as const) {
        const added = await post({ ...sent, [name]: value });
        const json = { [name]: value };
        const changed = await calendar.send("PUT", `/events/${body.id}`, { as: "editor", json });
        expect([added.status, changed.status], JSON.stringify(json)).to.deep.equal([400, 400]);
        expect(changed.body.data.params).to.have.keys(name);
      }
    });

    it("are described as lists", async () => {
      await start(listing);
      const { body } = await calendar.get("/doc?version=3.1");
      const { properties } = body.components.schemas.Event;
      expect(properties.ages).to.deep.include({ type: ["array", "null"], items: { type: "integer" } });
      expect(properties.moods).to.deep.include({
        type: ["array", "null"],
        items: { type: "string", enum: ["calm", "loud"] },
      });
      expect(properties.notes).to.deep.include({ type: ["array", "null"], items: {} });
      const sent = body.components.schemas.CreateEventBody.properties;
      expect(sent.moods).to.deep.include({
        type: "array",
        items: { type: "string", enum: ["calm", "loud"] },
      });
      expect(sent.moods).to.not.have.property("enum");
      expect(sent.ages).to.deep.include({ items: { type: "integer", minimum: 0 }, maxItems: 3 });
    });
  });
}
