import { expect } from "chai";
import { linesOf } from "../a-view.ts";
import { STORAGES, type StartedCalendar, startCalendar } from "../start-calendar.ts";

const EVENT = { title: "Fair", start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 11:00:00" };
const SERIES = {
  ...EVENT,
  start_date: "2031-05-06 19:00:00",
  end_date: "2031-05-06 21:00:00",
  recurrence: { rules: ["FREQ=WEEKLY;BYDAY=TU"] },
};
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

for (const store of STORAGES)
  describe(`what calendar programs know events by on ${store}`, () => {
    let started: StartedCalendar;
    beforeEach(async () => {
      started = await startCalendar(store);
    });
    afterEach(() => started.close());

    const valuesOf = (lines: readonly string[], name: string): readonly string[] =>
      lines
        .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
        .map((line) => line.slice(line.indexOf(":") + 1));
    const calendarOf = async (id: number): Promise<readonly string[]> =>
      linesOf((await started.get(`/events/${id}.ics`)).text);
    const linesAbout = async (id: number, name: string): Promise<readonly string[]> =>
      valuesOf(await calendarOf(id), name);
    const identityOf = async (id: number): Promise<string> => {
      const lines = await calendarOf(id);
      return [...valuesOf(lines, "UID"), ...valuesOf(lines, "SEQUENCE")].join(" ");
    };

    it("stays, and counts the changes of time, place and cancellation", async () => {
      const { id } = await started.write("POST", "/events", EVENT);
      const [uid = ""] = await linesAbout(id, "UID");
      expect(uid).to.match(UUID);
      expect(await identityOf(id)).to.equal(`${uid} 0`);
      const steps: readonly (readonly [object, number])[] = [
        [{ title: "Great fair", description: "Come." }, 0],
        [{ end_date: "2031-04-01 12:00:00" }, 1],
        [{ end_date: "2031-04-01 12:00:00" }, 1],
        [{ venue: { venue: "Mill" } }, 2],
        [{ event_status: "cancelled" }, 3],
        [{ timezone: "Europe/London" }, 4],
        [{ recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } }, 5],
        [{ featured: true }, 5],
      ];
      for (const [change, sequence] of steps) {
        await started.write("PUT", `/events/${id}`, change);
        expect(await identityOf(id), JSON.stringify(change)).to.equal(`${uid} ${sequence}`);
      }
    });

    it("is that of the series, and another one for the second part of one that is split", async () => {
      const { id } = await started.write("POST", "/events", SERIES);
      const [uid = ""] = await linesAbout(id, "UID");
      const { body } = await started.get(`/events?series=${id}&per_page=4`);
      const [, second, third, fourth] = body.events;
      await started.write("PATCH", `/events/${second.id}`, { start_date: "2031-05-13 20:00:00" });
      expect(await identityOf(id)).to.equal(`${uid} ${uid} 0 1`);
      expect(await identityOf(third.id)).to.equal(await identityOf(id));
      const rest = await started.write("PATCH", `/events/${fourth.id}?scope=following`, { title: "Later" });
      const [other = ""] = await linesAbout(rest.id, "UID");
      expect(other).to.match(UUID).and.not.equal(uid);
      expect(await linesAbout(rest.id, "RELATED-TO")).to.deep.equal([uid]);
      expect(await identityOf(rest.id)).to.equal(`${other} 0`);
      expect(await identityOf(id)).to.equal(`${uid} ${uid} 1 1`);
    });

    it("is written by editors alone, and shown in calendars alone", async () => {
      const sent = { ...EVENT, ical_uid: "<fair@town.example>", ical_sequence: 4, ical_related_to: "other" };
      const made = await started.write("POST", "/events", sent);
      expect(JSON.stringify(made)).not.to.include("town.example");
      expect(await identityOf(made.id)).to.equal("<fair@town.example> 4");
      await started.write("PUT", `/events/${made.id}`, { ical_uid: null, end_date: "2031-04-01 13:00:00" });
      expect(await identityOf(made.id)).to.equal("<fair@town.example> 5");
      await started.write("PUT", `/events/${made.id}`, { ical_sequence: 9, end_date: "2031-04-01 14:00:00" });
      expect(await identityOf(made.id)).to.equal("<fair@town.example> 9");
      for (const wrong of [
        { ical_uid: "a\nb" },
        { ical_uid: 5 },
        { ical_sequence: -1 },
        { ical_sequence: "x" },
      ]) {
        const { status, body } = await started.send("POST", "/events", {
          as: "editor",
          json: { ...EVENT, ...wrong },
        });
        expect([status, Object.keys(body.data.params)]).to.deep.equal([400, Object.keys(wrong)]);
      }
      const refused = await started.send("POST", "/events", {
        as: "author",
        json: { ...EVENT, ical_uid: "fair@town.example" },
      });
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["ical_uid"]]);
      const strict = await started.send("POST", "/events", {
        as: "author",
        json: EVENT,
        headers: { prefer: "handling=strict" },
      });
      expect(strict.status).to.equal(201);
    });

    const externalIds = async (id: number): Promise<readonly object[] | undefined> =>
      (await started.get(`/events/${id}?context=edit`, { as: "editor" })).body.external_ids;
    const uid = (id: string) => ({ source: "ical", id });

    // rules/external-ids.md#uids
    it("is an external id of the event, by which it is found, also where events share it", async () => {
      const sent = { ...EVENT, ical_uid: "fair@town.example", external_ids: [{ source: "crm", id: "7" }] };
      const { id } = await started.write("POST", "/events", sent);
      const crm = { source: "crm", id: "7" };
      expect(await externalIds(id)).to.deep.equal([crm, uid("fair@town.example")]);
      await started.write("PUT", `/events/${id}`, { title: "Great fair", external_ids: [crm] });
      expect(await externalIds(id)).to.deep.equal([crm, uid("fair@town.example")]);
      await started.write("PUT", `/events/${id}`, { ical_uid: "other@town.example", external_ids: [] });
      expect(await externalIds(id)).to.deep.equal([uid("other@town.example")]);
      const second = await started.write("POST", "/events", { ...EVENT, ical_uid: "other@town.example" });
      const found = await started.get("/events?external_id=ical:other@town.example", { as: "editor" });
      expect(found.body.events.map((event: { readonly id: number }) => event.id)).to.have.members([
        id,
        second.id,
      ]);
      const long = `${"é".repeat(999)}x`;
      const third = await started.write("POST", "/events", { ...EVENT, ical_uid: long });
      expect(await externalIds(third.id)).to.deep.equal([uid(long)]);
      const refused = await started.send("PUT", `/events/${id}`, {
        as: "editor",
        json: { external_ids: [uid("fair@town.example")] },
      });
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["external_ids"]]);
    });

    it("is an external id of the series alone, and of each part of one that is split", async () => {
      const { id } = await started.write("POST", "/events", { ...SERIES, ical_uid: "quay" });
      const { body } = await started.get(`/events?series=${id}&per_page=2`);
      const [first, second] = body.events;
      expect(await externalIds(id)).to.deep.equal([uid("quay")]);
      expect(await externalIds(first.id)).to.equal(undefined);
      const rest = await started.write("PATCH", `/events/${second.id}?scope=following`, { title: "Later" });
      const [other = ""] = await linesAbout(rest.id, "UID");
      expect(await externalIds(rest.id)).to.deep.equal([uid(other)]);
      expect(await externalIds(id)).to.deep.equal([uid("quay")]);
    });

    it("is given by a job to events that are older than the plugin", async () => {
      const baseUrl = "https://town.example/agenda";
      await started.restart({ plugins: [], baseUrl });
      const { id } = await started.write("POST", "/events", EVENT);
      await started.restart({ baseUrl });
      const { modified } = (await started.get(`/events/${id}`)).body;
      expect(await identityOf(id)).to.equal(`event-${id}@town.example 0`);
      started.clock.time += 60_000;
      await started.runJob("name-events");
      await started.restart({ baseUrl: "https://other.example" });
      expect(await identityOf(id)).to.equal(`event-${id}@town.example 0`);
      expect((await started.get(`/events/${id}`)).body.modified).to.equal(modified);
      expect(await externalIds(id)).to.deep.equal([uid(`event-${id}@town.example`)]);
    });
  });
