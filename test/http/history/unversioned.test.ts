import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { createVersions } from "./versions.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
const ORIGIN = { importer: "icalendar", subscription: "7" };

for (const store of stores) {
  // Source: rules/history.md#recorded-writes.
  describe(`writes without a version on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const versions = createVersions(() => calendar);

    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    it("are those that change only external ids", async () => {
      for (const [list, json] of [
        ["/events", EVENT],
        ["/venues", { venue: "Hall" }],
        ["/organizers", { organizer: "Ann" }],
      ] as const) {
        const path = await versions.make(list, json);
        const written = await versions.change(path, { external_ids: [{ source: "crm", id: "1" }] });
        expect(written.body.id).to.equal(Number(path.split("/").at(-1)));
        expect(await versions.of(path)).to.deep.equal([]);
        const put = await calendar.send("PUT", `${list}/by-external-id/crm/1`, {
          as: "editor",
          json: { external_ids: [{ source: "erp", id: "1" }], description: "New." },
        });
        expect(put.status).to.equal(200);
        expect((await versions.of(path)).map(({ changed }) => changed)).to.deep.equal([["description"]]);
        const restored = await versions.restore(path);
        expect(restored.status, restored.text).to.equal(200);
        const { body } = await calendar.get(`${path}?context=edit`, { as: "editor" });
        expect(body.external_ids).to.have.length(2);
      }
    });

    // Source: rules/origin.md#detach.
    it("are detachments, which restoring never undoes", async () => {
      const path = await versions.make("/events", EVENT);
      const id = Number(path.split("/").at(-1));
      const stored = await calendar.store.events.find(id);
      if (stored === undefined) throw new Error("The event is missing.");
      await calendar.store.events.save({ ...stored, origin: ORIGIN });
      await versions.change(path, { title: "Blues" });
      const detached = await calendar.post(`${path}/detach`, { as: "editor" });
      expect(detached.status, detached.text).to.equal(200);
      expect(await versions.of(path)).to.have.length(1);
      const restored = await versions.restore(path);
      expect([restored.status, restored.body.title]).to.deep.equal([200, "Jazz"]);
      expect(restored.headers["x-kalends-notice"]).to.equal(undefined);
      const now = await calendar.store.events.find(id);
      expect([now?.isDetached, now?.origin]).to.deep.equal([true, undefined]);
    });
  });
}
