import type { CalendarEvent } from "@kalends/core";
import type { Plugin, PluginDeps } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";

const AN_EVENT = { title: "Fair", start_date: "2031-04-01 10:00", end_date: "2031-04-01 11:00" };
const uid = (id: string) => ({ source: "ical", id });
const old = (id: string) => ({ source: "import", id });

/** Ids that a hook of the plugin gives to events, by title. */
const BY_TITLE: Readonly<Record<string, unknown>> = {
  Hooked: [uid("hooked@town.example")],
  Open: [{ source: "crm", id: "A-7" }],
  Wrong: [{ source: "CRM", id: "A-7" }],
  Endless: [old("x".repeat(201))],
  Listless: "crm:A-7",
};

for (const store of stores) {
  describe(`external ids that plugins give on ${store.name}`, () => {
    let deps: PluginDeps;
    let calendar: StartedCalendar;
    before(async () => {
      const plugin: Plugin = {
        name: "naming",
        rights: ["edit", "edit_others", "edit_published", "publish"],
        setup(given) {
          deps = given;
          return {
            writeHooks: [
              {
                beforeSave({ kind, record }) {
                  const ids = kind === "event" ? BY_TITLE[record.title] : undefined;
                  // The type is not safe: hooks of plugins in JavaScript can return anything.
                  return ids === undefined ? undefined : { ...record, externalIds: ids as never };
                },
              },
            ],
          };
        },
      };
      calendar = await startCalendar(store, { plugins: [plugin] });
    });
    after(() => calendar.close());

    const post = (title: string, more: object = {}) =>
      calendar.post("/events", { as: "editor", json: { ...AN_EVENT, title, ...more } });
    const stored = async (id: number): Promise<CalendarEvent["externalIds"]> =>
      (await deps.calendar.unrestricted.events.get(id))?.externalIds;
    const codeOf = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => "done",
        (error) => error.code ?? error.message,
      );

    // rules/external-ids.md#plugins-and-external-ids
    it("come from hooks, which tell callers only of ids that callers may give", async () => {
      const hooked = await post("Hooked");
      expect([hooked.status, hooked.headers["x-kalends-adjusted"]]).to.deep.equal([201, undefined]);
      expect(await stored(hooked.body.id)).to.deep.equal([uid("hooked@town.example")]);
      const open = await post("Open");
      expect(open.headers["x-kalends-adjusted"]).to.equal("external_ids");
      const { events } = deps.calendar.unrestricted;
      expect((await events.getByExternalId({ source: "crm", id: "A-7" }))?.id).to.equal(open.body.id);
      const taken = await post("Open");
      expect([taken.status, taken.body.code]).to.deep.equal([409, "rest_external_id_taken"]);
    });

    it("are refused if hooks return what is no id", async () => {
      for (const title of ["Wrong", "Endless", "Listless"]) {
        const { status, body } = await post(title);
        expect([status, body.code], title).to.deep.equal([400, "rest_invalid_param"]);
      }
    });

    it("come with the plugin's own calls, also for reserved sources, and with no others", async () => {
      const api = deps.calendar.asPlugin();
      const external_ids = [uid("shared"), old("old.example:5")];
      const { event } = await api.events.create({ ...AN_EVENT, external_ids });
      expect(await stored(event.id)).to.deep.equal(external_ids);
      const { venue } = await api.venues.create({ venue: "Mill", external_ids: [old("old.example:5")] });
      const { venues } = deps.calendar.unrestricted;
      expect((await venues.getByExternalId(old("old.example:5")))?.id).to.equal(venue.id);
      const again = api.events.create({ ...AN_EVENT, external_ids: [old("old.example:5")] });
      expect(await codeOf(again)).to.equal("rest_external_id_taken");
      // Several events may share a UID; the first one is found.
      const second = await api.events.create({ ...AN_EVENT, external_ids: [uid("shared")] });
      const { events } = deps.calendar.unrestricted;
      expect((await events.getByExternalId(uid("shared")))?.id).to.equal(event.id);
      expect(second.event.id).to.be.above(event.id);
      for (const id of external_ids) {
        const { status, body } = await post("Sent", { external_ids: [id] });
        expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["external_ids"]]);
      }
    });

    it("stay when a caller repeats, leaves out or replaces them", async () => {
      const api = deps.calendar.asPlugin();
      const reserved = old("old.example:9");
      const { event } = await api.events.create({ ...AN_EVENT, external_ids: [reserved] });
      const put = (external_ids: unknown) =>
        calendar.send("PUT", `/events/${event.id}`, { as: "editor", json: { external_ids } });
      for (const [sent, expected] of [
        [
          [reserved, { source: "crm", id: "9" }],
          [reserved, { source: "crm", id: "9" }],
        ],
        [[], [reserved]],
        [null, [reserved]],
      ] as const) {
        expect((await put(sent)).status).to.equal(200);
        expect(await stored(event.id)).to.deep.equal(expected);
      }
      expect((await put([old("old.example:10")])).status).to.equal(400);
      expect(await stored(event.id)).to.deep.equal([reserved]);
    });

    it("are no address for callers if the source is reserved", async () => {
      const api = deps.calendar.asPlugin();
      await api.events.create({ ...AN_EVENT, external_ids: [old("old.example:11")] });
      for (const path of ["import/old.example:11", "ical/shared"]) {
        const response = await calendar.send("PUT", `/events/by-external-id/${path}`, {
          as: "editor",
          json: { title: "Taken over" },
        });
        expect([response.status, Object.keys(response.body.data.params)]).to.deep.equal([400, ["source"]]);
      }
    });

    it("are replaced by amend, which refuses those of others and of occurrences", async () => {
      const { body } = await post("Amended");
      const { events } = deps.calendar.unrestricted;
      const amend = (id: number, externalIds: readonly { readonly source: string; readonly id: string }[]) =>
        deps.amend("event", id, () => ({ externalIds }));
      expect(await amend(body.id, [uid("one"), old("old.example:20")])).to.equal(true);
      expect(await amend(body.id, [uid("one"), old("old.example:20")])).to.equal(false);
      expect(await amend(body.id, [uid("two")])).to.equal(true);
      expect(await events.getByExternalId(uid("one"))).to.equal(undefined);
      expect((await events.getByExternalId(uid("two")))?.id).to.equal(body.id);
      const other = (await post("Other")).body.id;
      await amend(other, [old("old.example:21")]);
      expect(await codeOf(amend(body.id, [old("old.example:21")]))).to.equal("rest_external_id_taken");
      expect(await codeOf(amend(body.id, [{ source: "Bad", id: "" }]))).to.include("valid source and id");
      expect(await stored(body.id)).to.deep.equal([uid("two")]);
      expect(await amend(body.id, [])).to.equal(true);
      expect(await stored(body.id)).to.equal(undefined);
      const series = await post("Series", { recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      const shown = await calendar.get(`/events?series=${series.body.id}`);
      expect(await codeOf(amend(shown.body.events[0].id, [uid("three")]))).to.include("use the series");
    });
  });
}
