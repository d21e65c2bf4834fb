import type { Plugin } from "@kalends/core/interface";
import { can } from "@kalends/core/plugin";
import { expect } from "chai";
import type { CalendarOptions } from "kalends";
import type { Body, TestResponse } from "./client.ts";
import { firstServed, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const TEXTS = {
  en: { label: "Dress code", festive: "Festive", group: "At the door", help: "What to wear.", unit: "min" },
  de: {
    label: "Kleidung",
    festive: "Festlich",
    group: "Am Einlass",
    help: "Was man trägt.",
    unit: "Min.",
  },
} as const;

const EN = TEXTS.en;

const DOOR: Plugin = {
  name: "door",
  texts: [TEXTS],
  setup: () => ({
    fields: [
      {
        record: "event",
        name: "dress_code",
        parameter: { description: EN.help, type: "string", documented: { enum: ["festive", "constructor"] } },
        form: { label: EN.label, group: EN.group, choices: { festive: EN.festive }, placeholder: "festive" },
      },
      {
        record: "event",
        name: "price_note",
        parameter: { description: "Note.", type: "string", required: true, documented: { maxLength: 80 } },
      },
      {
        record: "event",
        name: "wait",
        parameter: { description: "Wait.", type: "integer", documented: { minimum: 0, maximum: 90 } },
        form: { group: "dates", order: 15, unit: EN.unit, permits: (actor) => can(actor, "edit_others") },
      },
      {
        record: "event",
        name: "halls",
        parameter: {
          description: "Halls.",
          documented: { type: "array", items: { type: "string" }, maxItems: 3 },
        },
      },
      { record: "event", name: "secret", hidden: true, parameter: { description: "S.", type: "string" } },
      { record: "venue", name: "indoors", parameter: { description: "Roof.", type: "boolean" } },
      {
        record: "venue",
        name: "locked",
        hidden: true,
        parameter: { description: "Locked.", type: "boolean" },
        form: {},
      },
    ],
  }),
};

const RECORDS = ["event", "venue", "organizer", "category", "tag"];

for (const store of firstServed) {
  describe(`GET /fields on ${store.name}`, () => {
    let calendar: StartedCalendar;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      calendar = await startCalendar(store, { plugins: [DOOR], ...options });
    };
    const ask = (query: string, as?: string, language?: string): Promise<TestResponse> =>
      calendar.get(`/fields${query}`, {
        ...(as !== undefined && { as }),
        ...(language !== undefined && { headers: { "accept-language": language } }),
      });
    const read = async (record: string, as = "editor", language = "fr"): Promise<Body> => {
      const { status, text, body } = await ask(`?record=${record}`, as, language);
      expect(status, text).to.equal(200);
      return body;
    };
    const namesIn = ({ fields }: Body): readonly string[] => fields.map(({ name }: Body) => name);
    const fieldOf = ({ fields }: Body, name: string): Body =>
      fields.find((field: Body) => field.name === name);

    afterEach(() => calendar.close());

    // rules/fields.md#fields, rules/fields.md#field-members
    it("describes every field of every record, with a label and a group that has one", async () => {
      await start();
      for (const record of RECORDS) {
        const { groups, fields } = await read(record, "administrator", "fr");
        expect(fields, record).to.have.length.above(3);
        for (const { name, label, help = "Texte.", group } of fields) {
          expect(label, `${record} ${name}`).to.match(/^[A-ZÉ]/);
          expect(label + help, `${record} ${name}`).not.to.match(/\w\.\w/);
          expect(groups.map((one: Body) => one.name)).to.include(group);
        }
        for (const { label } of groups) expect(label).to.match(/^[A-ZÉ]/);
      }
    });

    it("describes what an editor of events needs", async () => {
      await start();
      const body = await read("event");
      expect(namesIn(body).slice(0, 4)).to.deep.equal(["title", "description", "excerpt", "image"]);
      expect(fieldOf(body, "title")).to.deep.equal({
        ...{ name: "title", type: "string", label: "Titre", group: "basics", order: 10, widget: "line" },
        ...{ required: true, format: "html", bounds: { max_length: 1000 } },
      });
      expect(fieldOf(body, "event_status").choices).to.deep.equal([
        { value: "scheduled", label: "Comme prévu" },
        { value: "cancelled", label: "Annulé" },
        { value: "postponed", label: "Reporté" },
        { value: "rescheduled", label: "Reprogrammé" },
        { value: "moved_online", label: "Déplacé en ligne" },
      ]);
      expect(fieldOf(body, "cost")).to.include({
        ...{ widget: "money", type: "array", multiple: true, unit: "$", unit_position: "prefix" },
      });
      expect(fieldOf(body, "timezone")).to.include({ widget: "zone", default: "America/New_York" });
      expect(fieldOf(body, "recurrence")).to.include({
        ...{ widget: "recurrence", type: "object", series_only: true },
      });
      expect(fieldOf(body, "venue")).to.include({ widget: "record", record: "venue", create: true });
      expect(fieldOf(body, "organizer")).to.include({ type: "array", record: "organizer", multiple: true });
      expect(fieldOf(body, "categories")).to.include({ widget: "terms", record: "category", create: true });
      expect(fieldOf(body, "image")).to.deep.include({
        ...{ widget: "image", type: "integer", upload: true, bounds: { max_bytes: 10 * 1024 ** 2 } },
      });
      expect(fieldOf(body, "date_utc")).to.include({ same_as: "date", series_only: true });
      expect(fieldOf(body, "all_day")).to.include({ widget: "switch", type: "boolean", default: false });
      expect(fieldOf(await read("venue"), "show_map")).to.include({ type: "boolean", default: true });
    });

    // rules/fields.md#defaults
    it("gives the defaults that a new record gets", async () => {
      await start();
      for (const as of ["editor", "contributor"]) {
        for (const [record, path, values] of [
          [
            "event",
            "/events",
            { title: "A", start_date: "2031-05-01", end_date: "2031-05-02", price_note: "x" },
          ],
          ["venue", "/venues", { venue: `Hall of ${as}` }],
        ] as const) {
          const { status, text, body } = await calendar.post(path, { as, json: values });
          expect(status, text).to.equal(201);
          for (const { name, default: fallback } of (await read(record, as)).fields)
            if (fallback !== undefined) expect(String(body[name]), name).to.equal(String(fallback));
        }
      }
    });

    // rules/fields.md#fields-rights
    it("needs the right to edit, and a known record first", async () => {
      await start();
      expect((await ask("?record=event")).status).to.equal(401);
      expect((await ask("?record=event", "subscriber")).status).to.equal(403);
      for (const query of ["", "?record=image", "?record=Event", "?record[]=event", "?record=__proto__"])
        for (const as of [undefined, "editor"]) {
          const { status, body } = await ask(query, as);
          expect(status, query).to.equal(400);
          expect(body.data.params).to.satisfy((params: object) =>
            Array.isArray(params) ? params.includes("record") : "record" in params,
          );
        }
    });

    it("shows only what the caller may set", async () => {
      await start();
      const contributor = await read("event", "contributor");
      expect(namesIn(contributor)).to.include("title").and.not.to.include.members(["author"]);
      expect(namesIn(contributor)).not.to.include("wait");
      expect(fieldOf(contributor, "image").upload).to.equal(false);
      const author = await read("event", "author");
      expect(namesIn(author)).not.to.include("author");
      const editor = await read("event");
      expect(namesIn(editor)).to.include.members(["author", "wait"]);
      expect(fieldOf(editor, "author")).to.include({
        ...{ widget: "record", record: "user", default: calendar.users.get("editor") },
      });
      // The order of a field does not depend on the fields that the caller may not set.
      for (const { name, order } of contributor.fields)
        expect(fieldOf(editor, name).order, name).to.equal(order);
    });

    // rules/fields.md#status-choices
    it("offers the statuses that the caller may set, and says from which ones", async () => {
      await start({
        postStatuses: [
          { name: "in-review", writableBy: "edit", from: ["new", "draft"] },
          { name: "approved", writableBy: "edit_others", from: ["in-review"] },
        ],
      });
      const valuesFor = async (as: string): Promise<readonly string[]> =>
        fieldOf(await read("event", as), "status").choices.map(({ value }: Body) => value);
      expect(await valuesFor("contributor")).to.deep.equal(["draft", "pending", "in-review"]);
      expect(await valuesFor("author")).to.deep.equal([
        ...["publish", "future", "draft", "pending", "private", "in-review"],
      ]);
      const { choices, default: fallback } = fieldOf(await read("event"), "status");
      expect(fallback).to.equal("publish");
      expect(choices[0]).to.deep.equal({ value: "publish", label: "Publié" });
      expect(choices.slice(-2)).to.deep.equal([
        { value: "in-review", label: "In review", from: ["new", "draft", "in-review"] },
        { value: "approved", label: "Approved", from: ["in-review", "approved"] },
      ]);
      expect(fieldOf(await read("event", "contributor"), "status").default).to.equal("draft");
    });

    // rules/fields.md#fields-language
    it("is in the language of messages", async () => {
      await start();
      const { headers, body } = await ask("?record=event", "editor", "de");
      const isLocale = store.locale !== undefined;
      expect(headers["content-language"]).to.equal(isLocale ? "fr" : "de");
      expect(headers["cache-control"]).to.match(/no-store/);
      expect(fieldOf(body, "title").label).to.equal(isLocale ? "Titre" : "Titel");
      const { label, choices, help } = fieldOf(body, "dress_code");
      expect({ label, help, choices }).to.deep.equal(
        isLocale
          ? {
              ...{ label: "Dress code", help: "What to wear." },
              choices: [
                { value: "festive", label: "Festive" },
                { value: "constructor", label: "Constructor" },
              ],
            }
          : {
              ...{ label: "Kleidung", help: "Was man trägt." },
              choices: [
                { value: "festive", label: "Festlich" },
                { value: "constructor", label: "Constructor" },
              ],
            },
      );
      expect(body.groups.at(-1)).to.deep.equal({
        ...{ name: EN.group, label: isLocale ? EN.group : TEXTS.de.group },
      });
      if (!isLocale) expect(headers.vary).to.match(/Accept-Language/i);
    });

    // rules/fields.md#plugin-fields
    it("describes the fields of plugins by their declarations", async () => {
      await start();
      const body = await read("event", "editor", "en");
      expect(fieldOf(body, "price_note")).to.deep.equal({
        ...{ name: "price_note", type: "string", label: "Price note", group: "details", widget: "line" },
        ...{ order: 1001, required: true, help: "Note.", bounds: { max_length: 80 }, plugin: "door" },
      });
      expect(fieldOf(body, "dress_code")).to.include({ widget: "choice", placeholder: "festive" });
      expect(fieldOf(body, "halls")).to.deep.include({
        ...{ type: "array", widget: "list", multiple: true, bounds: { max_items: 3 } },
      });
      expect(namesIn(body)).not.to.include("secret");
      const dates = body.fields.filter(({ group }: Body) => group === "dates");
      expect(dates.map(({ name }: Body) => name).slice(0, 3)).to.deep.equal([
        ...["start_date", "wait", "end_date"],
      ]);
      expect(fieldOf(body, "wait")).to.deep.include({
        ...{ widget: "number", unit: "min", unit_position: "postfix", bounds: { minimum: 0, maximum: 90 } },
      });
      const venue = await read("venue", "editor", "en");
      expect(fieldOf(venue, "indoors")).to.include({ widget: "switch", type: "boolean", label: "Indoors" });
      expect(namesIn(venue)).to.include("locked");
    });

    it("is read by the client", async () => {
      await start();
      const { fields } = await calendar.program("editor").fields("venue");
      expect(fields.map(({ name }) => name)).to.deep.equal(namesIn(await read("venue")));
    });

    it("accepts values of every field as it describes them", async () => {
      await start();
      const values: Record<string, unknown> = {
        ...{ title: "A", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 11:00:00" },
        ...{ price_note: "x", halls: ["a"], wait: 5, status: "draft" },
      };
      for (const { name, widget, type, choices } of (await read("event")).fields) {
        if (widget === "switch") values[name] = true;
        if (widget === "choice" && name !== "status") values[name] = choices.at(-1).value;
        if (type === "array" && values[name] === undefined) values[name] = [];
      }
      const { status, text } = await calendar.post("/events", { as: "editor", json: values });
      expect(status, text).to.equal(201);
    });
  });
}
