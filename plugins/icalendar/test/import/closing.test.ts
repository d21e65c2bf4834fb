import { expect } from "chai";
import { vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { type Remote, type Started, startImport, startRemote } from "./start-import.ts";

/** Time limit in milliseconds. It is much shorter than request timeouts but long enough for slow machines. */
const SOON = 6_000;

for (const store of STORAGES)
  describe(`a calendar that closes while feeds do not end on ${store}`, () => {
    let started: Started;
    let remote: Remote;
    let arrived: () => void;
    beforeEach(async () => {
      [started, remote] = [await startImport(store), await startRemote()];
      remote.answer((request, response) => {
        response.writeHead(200, { "content-type": "text/calendar" });
        response.write("BEGIN:VCALENDAR\r\n");
        const timer = setInterval(() => response.write("X-MORE:1\r\n"), 100);
        request.once("close", () => clearInterval(timer));
        arrived();
      });
    });
    afterEach(async () => {
      await remote.close();
      await started.close();
    });
    const arrivals = (count: number): Promise<void> =>
      new Promise((resolve) => {
        let left = count;
        arrived = () => {
          left -= 1;
          if (left === 0) resolve();
        };
      });

    it("ends them, and reads the subscription at the next start", async () => {
      const { id } = await started.write("POST", "/calendar-subscriptions", { url: remote.url });
      const begun = arrivals(2);
      const job = started.calendar.jobs.find(({ name }) => name === "calendar-subscriptions");
      const running = job?.run().catch((error: unknown) => error);
      const imported = started.request("editor", "POST", "/import", { url: remote.url });
      await begun;
      const began = performance.now();
      await started.calendar.close();
      await running;
      expect(performance.now() - began).to.be.below(SOON);
      const { status, body } = await imported;
      expect([status, body.code]).to.deep.equal([503, "rest_storage_unavailable"]);

      remote.serve(
        ["BEGIN:VCALENDAR", vevent("a", "SUMMARY:Jazz", "DTSTART:20310506T183000Z"), "END:VCALENDAR"].join(
          "\r\n",
        ),
      );
      const later = await started.open();
      await later.jobs.find(({ name }) => name === "calendar-subscriptions")?.run();
      const { items } = await later.as({ id: 7, roles: ["administrator"] }).events.list();
      expect(items.map(({ event }) => event.title)).to.deep.equal(["Jazz"]);
      expect(id).to.be.a("number");
    });
  });
