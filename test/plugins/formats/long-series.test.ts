import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { stores } from "../../stores.ts";
import { lines } from "./lines-plugin.ts";

const COUNT = 230;
const MOVED = ["2031-04-05", "2031-07-20", "2031-07-21", "2031-11-01"];

const dayAfter = (days: number): string =>
  new Date(Date.UTC(2031, 3, 1) + days * 86_400_000).toISOString().slice(0, 10);

for (const store of stores) {
  describe(`formats of events with long series on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { plugins: [lines] });
      const json = {
        title: "Daily",
        start_date: "2031-04-01 10:00:00",
        end_date: "2031-04-01 11:00:00",
        recurrence: { rules: [`FREQ=DAILY;COUNT=${COUNT}`] },
      };
      const { id } = (await calendar.post("/events", { as: "editor", json })).body;
      // Moves occurrences near the end of a batch to the start of another occurrence.
      const moved = { start_date: "2031-07-09 10:00:00", end_date: "2031-07-09 11:00:00" };
      for (const day of MOVED)
        await calendar.send("PATCH", `/events/${id}/occurrences/${day}T10:00:00`, {
          as: "editor",
          json: moved,
        });
    });
    after(() => calendar.close());

    const read = async (path: string): Promise<readonly string[]> =>
      (await calendar.get(path)).text.split("\n").slice(0, -1);

    it("have what differs, wherever in the series it is", async () => {
      const own = MOVED.map((day) => `${day} 10:00:00 Daily 10:00`);
      expect(await read("/events.lines")).to.deep.equal([["Daily 2031-04-01 10:00:00", ...own].join(" | ")]);
    });

    it("have each occurrence once, by start", async () => {
      const days = Array.from({ length: COUNT }, (_, index) => dayAfter(index));
      const starts = days.map((day) => (MOVED.includes(day) ? "2031-07-09" : day)).toSorted();
      expect(await read("/events.lines?expand=1")).to.deep.equal(
        starts.map((day) => `Daily ${day} 10:00:00`),
      );
      const late = starts.filter((day) => day >= "2031-07-09");
      expect(await read("/events.lines?expand=1&start_date=2031-07-09")).to.deep.equal(
        late.map((day) => `Daily ${day} 10:00:00`),
      );
    });

    it("come in the order of their ids among many others, each with what is its own", async () => {
      const names = Array.from({ length: 20 }, (_, index) => `Weekly ${index}`);
      for (const title of names) {
        const times = { start_date: "2031-05-02 10:00:00", end_date: "2031-05-02 11:00:00" };
        const json = { title, ...times, recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"] } };
        const { id } = (await calendar.post("/events", { as: "editor", json })).body;
        const path = `/events/${id}/occurrences/2031-05-09T10:00:00`;
        await calendar.send("PATCH", path, { as: "editor", json: { title: `Other ${title}` } });
      }
      const listed = (await read("/events.lines")).slice(1);
      expect(listed).to.deep.equal(
        names.map((title) => `${title} 2031-05-02 10:00:00 | 2031-05-09 10:00:00 Other ${title} 10:00`),
      );
      const expanded = (await read("/events.lines?expand=1")).slice(COUNT);
      expect(expanded).to.deep.equal(
        names.flatMap((title) => [
          `${title} 2031-05-02 10:00:00`,
          `Other ${title} 2031-05-09 10:00:00`,
          `${title} 2031-05-16 10:00:00`,
        ]),
      );
    });
  });
}
