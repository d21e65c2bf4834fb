import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type Body, NAMESPACE, type Sent } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

const JAM = {
  title: "Jam",
  start_date: "2031-05-06 19:00:00",
  end_date: "2031-05-06 21:00:00",
  timezone: "Europe/Rome",
  recurrence: { rules: ["FREQ=WEEKLY;COUNT=4;BYDAY=TU"], except: ["2031-05-27 19:00:00"] },
};

const TEXTS: Readonly<Record<string, string>> = {
  "": "Every week on Tuesday, 4 times; except on 27 May 2031",
  "/fr": "Chaque semaine le mardi, 4 fois\u202f; sauf le 27 mai 2031",
  "/es": "Cada semana los martes, 4 veces; excepto el 27 de mayo de 2031",
  "/de-CH": "Jede Woche am Dienstag, 4-mal; nicht am 27. Mai 2031",
};

for (const store of stores) {
  describe(`what is said of series on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let series: Body;

    beforeEach(async () => {
      calendar = await startCalendar(store, { locales: ["fr", "es", "de-CH"] });
      series = (await calendar.post("/events", { as: "editor", json: JAM })).body;
    });
    afterEach(() => calendar.close());

    const occurrences = async (): Promise<readonly Body[]> => (await calendar.get("/events")).body.events;
    const patch = async (id: number, json: object): Promise<Body> => {
      const { status, text, body } = await calendar.send("PATCH", `/events/${id}`, { as: "editor", json });
      expect(status, text).to.equal(200);
      return body;
    };

    // rules/recurrence.md#recurrence-text, rules/description.md#what-a-locale-changes
    it("is in the language of the address, in single answers and lists, however often it is asked", async () => {
      const german: Sent = { headers: { "accept-language": "de" } };
      const tags = new Set<unknown>();
      for (const [prefix, text] of [...Object.entries(TEXTS), ...Object.entries(TEXTS)]) {
        const { body, headers } = await calendar.get(`/${prefix}${NAMESPACE}/events`, german);
        expect(body.events.map(({ recurrence }: Body) => recurrence.text)).to.deep.equal([text, text, text]);
        expect(headers.vary ?? "").to.not.match(/accept-language/i);
        tags.add(headers.etag);
        const one = await calendar.get(`/${prefix}${NAMESPACE}/events/${series.id}`, german);
        expect(one.body.recurrence.text).to.equal(text);
      }
      expect(tags.size).to.equal(Object.keys(TEXTS).length);
    });

    // rules/recurrence.md#occurrence-record, rules/recurrence.md#event-status-field
    it("is of one occurrence what is said of it, and else what is said of its series", async () => {
      const [first, second] = await occurrences();
      await patch(first.id, { event_status: "cancelled", status_reason: "The hall is flooded." });
      await patch(series.id, { event_status: "moved_online" });
      expect((await occurrences()).map(({ event_status }) => event_status)).to.deep.equal([
        "cancelled",
        "moved_online",
        "moved_online",
      ]);
      await patch(second.id, { event_status: "scheduled" });
      await patch(first.id, { event_status: "moved_online", status_reason: "" });
      await patch(series.id, { event_status: "postponed" });
      const [followed, own] = await occurrences();
      expect([followed.event_status, own.event_status]).to.deep.equal(["postponed", "scheduled"]);
      expect(followed).to.not.have.property("status_reason");
    });

    // rules/recurrence.md#previous-start-date
    it("is of occurrences only their own previous start", async () => {
      const [, second] = await occurrences();
      await patch(second.id, {
        event_status: "rescheduled",
        start_date: "2031-05-14 19:00",
        end_date: "2031-05-14 21:00",
      });
      await patch(series.id, {
        event_status: "rescheduled",
        start_date: "2031-05-06 20:00",
        end_date: "2031-05-06 22:00",
      });
      const single = await calendar.get(`/events/${series.id}`);
      expect(single.body.previous_start_date).to.equal("2031-05-06 19:00:00");
      expect((await occurrences()).map((event) => event.previous_start_date)).to.deep.equal([
        undefined,
        "2031-05-13 19:00:00",
        undefined,
      ]);
    });
  });
}
