import { expect } from "chai";
import { STORAGES, type StartedCalendar, startCalendar } from "../start-calendar.ts";

const TIMES = { start_date: "2031-06-01 10:00:00", end_date: "2031-06-01 11:00:00" };

for (const store of STORAGES)
  describe(`plain texts of calendars on ${store}`, () => {
    let started: StartedCalendar | undefined;
    afterEach(() => started?.close());
    const textOf = async (event: object, own = {}): Promise<string> => {
      started = await startCalendar(store, { language: "fr" }, own);
      const { id } = await started.write("POST", "/events", { title: "Fair", ...TIMES, ...event });
      return (await started.get(`/events/${id}.ics`)).text.replaceAll("\r\n ", "");
    };

    it("have the addresses of links, unless their texts do", async () => {
      const description = [
        '<p><a href="https://tickets.example/77?a=1&amp;b=2">Book here</a> or',
        '<a href="https://site.example/">site.example</a>, <a href="mailto:a@b.example">Ann</a>,',
        '<a href="#top">up</a></p>',
      ].join(" ");
      const text = await textOf({ description });
      expect(text).to.include(
        "DESCRIPTION:Book here (https://tickets.example/77?a=1&b=2) or site.example\\, Ann (a@b.example)\\, up",
      );
    });

    it("say in the title that an event is cancelled where that is configured, and read it back without", async () => {
      const text = await textOf({ event_status: "cancelled" }, { markCancelled: true });
      expect(text).to.include("SUMMARY:Annulé: Fair").and.include("STATUS:CANCELLED");
      const report = await started?.send("POST", "/import?own=update", {
        as: "editor",
        headers: { "content-type": "text/calendar" },
        text,
      });
      expect(report?.body).to.include({ unchanged: 1, failed: 0 });
    });

    it("leave titles of cancelled events as they are by default", async () => {
      expect(await textOf({ event_status: "cancelled" })).to.include("SUMMARY:Fair");
    });
  });
