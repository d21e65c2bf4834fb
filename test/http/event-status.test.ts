import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = {
  title: "Jazz",
  start_date: "2031-05-16 20:30:00",
  end_date: "2031-05-16 23:00:00",
  timezone: "Europe/Rome",
};

for (const store of stores) {
  describe(`whether an event takes place, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let path: string;

    beforeEach(async () => {
      calendar = await startCalendar(store);
      const { body } = await calendar.post("/events", { as: "editor", json: EVENT });
      path = `/events/${body.id}`;
    });
    afterEach(() => calendar.close());

    const patch = (json: object) => calendar.send("PATCH", path, { as: "editor", json });
    const read = async () => (await calendar.get(path)).body;

    // rules/recurrence.md#event-status-field, rules/recurrence.md#recurrence-members
    it("is as scheduled unless it is said otherwise", async () => {
      const event = await read();
      expect(event.event_status).to.equal("scheduled");
      expect(event).to.not.have.any.keys("status_reason", "previous_start_date");
      expect((await patch({ event_status: "scheduled" })).headers).to.not.have.property("x-kalends-adjusted");
    });

    it("calls an event off, in lists too, and says why", async () => {
      const { status, body } = await patch({
        event_status: "cancelled",
        status_reason: "The hall is flooded.",
      });
      expect(status).to.equal(200);
      expect(body).to.include({ event_status: "cancelled", status_reason: "The hall is flooded." });
      const { body: list } = await calendar.get("/events");
      expect(list.events).to.have.length(1);
      expect(list.events[0]).to.include({ event_status: "cancelled", status_reason: "The hall is flooded." });
      await patch({ status_reason: "" });
      expect(await read()).to.not.have.property("status_reason");
    });

    it("creates events that do not take place as planned", async () => {
      const json = {
        ...EVENT,
        event_status: "rescheduled",
        status_reason: "Rain & wind",
        previous_start_date: "2031-05-09 20:30",
      };
      const { status, body } = await calendar.post("/events", { as: "editor", json });
      expect(status).to.equal(201);
      expect(body).to.include({ ...json, previous_start_date: "2031-05-09 20:30:00" });
    });

    // rules/recurrence.md#structured-status
    it("says so in the words of schema.org", async () => {
      const cases = {
        scheduled: ["EventScheduled", "Offline"],
        cancelled: ["EventCancelled", "Offline"],
        postponed: ["EventPostponed", "Offline"],
        rescheduled: ["EventRescheduled", "Offline"],
        moved_online: ["EventMovedOnline", "Online"],
      };
      for (const [event_status, [word, mode]] of Object.entries(cases)) {
        await patch({ event_status });
        const { json_ld } = await read();
        expect(json_ld).to.include({
          eventStatus: `https://schema.org/${word}`,
          eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
        });
        expect(json_ld).to.not.have.property("previousStartDate");
      }
    });

    // rules/recurrence.md#previous-start-date
    it("remembers when a rescheduled event was to start", async () => {
      await patch({
        event_status: "rescheduled",
        start_date: "2031-06-20 20:30",
        end_date: "2031-06-20 23:00",
      });
      const moved = await read();
      expect(moved.previous_start_date).to.equal("2031-05-16 20:30:00");
      expect(moved.json_ld.previousStartDate).to.equal("2031-05-16T20:30:00+02:00");
      await patch({ start_date: "2031-06-27 20:30", end_date: "2031-06-27 23:00" });
      expect(await read()).to.include({ previous_start_date: "2031-05-16 20:30:00" });
      // A postponed event keeps the previous start in its stored data, although it does not show it.
      await patch({ event_status: "postponed" });
      expect(await read()).to.not.have.property("previous_start_date");
      await patch({ event_status: "rescheduled" });
      expect(await read()).to.include({ previous_start_date: "2031-05-16 20:30:00" });
      await patch({ event_status: "scheduled" });
      expect(await read()).to.not.have.property("previous_start_date");
      await patch({ event_status: "rescheduled" });
      expect(await read()).to.not.have.property("previous_start_date");
    });

    it("takes the start before a change that comes after the status, and puts it on the clock of the event", async () => {
      await patch({ event_status: "rescheduled" });
      await patch({
        timezone: "America/New_York",
        start_date: "2031-05-17 20:30",
        end_date: "2031-05-17 23:00",
      });
      expect(await read()).to.include({ previous_start_date: "2031-05-16 14:30:00" });
    });

    it("takes the previous start that is sent, until it is cleared", async () => {
      await patch({ event_status: "rescheduled", previous_start_date: "2031-05-02T18:30:00Z" });
      expect(await read()).to.include({ previous_start_date: "2031-05-02 20:30:00" });
      await patch({ previous_start_date: "" });
      expect(await read()).to.not.have.property("previous_start_date");
    });

    it("names what it does not keep", async () => {
      const { status, headers } = await patch({
        previous_start_date: "2031-05-02",
        status_reason: "<b>Storm</b>",
      });
      expect(status).to.equal(200);
      expect(decodeURIComponent(String(headers["x-kalends-adjusted"])).split(",")).to.have.members([
        "previous_start_date",
        "status_reason",
      ]);
      expect(await read()).to.include({ status_reason: "Storm" });
    });

    it("refuses what it does not know and changes nothing", async () => {
      const before = await calendar.contents();
      const cases: readonly (readonly [string, unknown])[] = [
        ["event_status", "canceled"],
        ["event_status", "Cancelled"],
        ["event_status", ""],
        ["event_status", null],
        ["event_status", ["cancelled"]],
        ["status_reason", "x".repeat(1001)],
        ["status_reason", 7],
        ["previous_start_date", "some day"],
        ["previous_start_date", {}],
      ];
      for (const [name, value] of cases) {
        const { status, body } = await patch({ event_status: "rescheduled", [name]: value });
        expect(status, name).to.equal(400);
        expect(Object.keys(body.data.params ?? body.data.details), name).to.deep.equal([name]);
      }
      expect(await calendar.contents()).to.equal(before);
    });

    it("lets what was read be sent back", async () => {
      await patch({
        event_status: "rescheduled",
        start_date: "2031-06-20 20:30",
        status_reason: "2 < 3 & a",
      });
      const { event_status, status_reason, previous_start_date } = await read();
      const { headers } = await patch({ event_status, status_reason, previous_start_date });
      expect(headers).to.not.have.property("x-kalends-adjusted");
      expect(await read()).to.include({ event_status, status_reason, previous_start_date });
    });
  });
}
