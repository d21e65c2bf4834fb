import { can, type Policy } from "@kalends/core/interface";
import { expect } from "chai";
import { plugin } from "../../plugins/sample-plugin.ts";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { adjusted, createVersions } from "./versions.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

/** Policy that keeps everybody but administrators from writing events with the cost of a secret. */
const byCost: Policy = {
  pure: true,
  permits: (_action, record, { actor }) =>
    !("cost" in record) || record.cost.values[0] !== "secret" || can(actor, "read_audit"),
};

for (const store of stores) {
  describe(`restoring under the rules of hosts and plugins on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const versions = createVersions(() => calendar);
    /** Titles of the events that hooks have received, before and after. */
    const seen: unknown[] = [];

    before(async () => {
      calendar = await startCalendar(store, {
        plugins: [plugin()],
        policies: [byCost],
        beforeSave({ record, before }) {
          if (!("title" in record)) return record;
          if (before !== undefined && "title" in before) seen.push([before.title, record.title]);
          return record.title.endsWith("!") ? { ...record, title: record.title.slice(0, -1) } : record;
        },
      });
    });
    after(() => calendar.close());

    it("passes hooks, whose changes are named", async () => {
      const path = await versions.make("/events", EVENT);
      const stored = await calendar.store.events.find(Number(path.split("/").at(-1)));
      if (stored === undefined) throw new Error("The event is missing.");
      await calendar.store.events.save({ ...stored, title: "Jazz!" });
      await versions.change(path, { title: "Blues" });
      seen.length = 0;
      const restored = await versions.restore(path);
      expect([restored.body.title, adjusted(restored)]).to.deep.equal(["Jazz", ["title"]]);
      expect(seen).to.deep.equal([["Blues", "Jazz!"]]);
    });

    it("is refused by hooks of plugins and by policies, and changes nothing", async () => {
      for (const [written, as, status] of [
        [{ title: "Beige" }, "editor", 400],
        [{ cost: { values: ["secret"], symbol: "", position: "" } }, "editor", 403],
        [{ cost: { values: ["secret"], symbol: "", position: "" } }, "administrator", 200],
      ] as const) {
        const path = await versions.make("/events", EVENT);
        const stored = await calendar.store.events.find(Number(path.split("/").at(-1)));
        if (stored === undefined) throw new Error("The event is missing.");
        await calendar.store.events.save({ ...stored, ...written });
        await versions.change(path, { title: "Blues", cost: "5" }, "administrator");
        const contents = await calendar.contents();
        const refused = await versions.restore(path, { as });
        expect(refused.status, refused.text).to.equal(status);
        if (status !== 200) expect(await calendar.contents()).to.equal(contents);
      }
    });

    it("restores the fields of plugins, also their absence", async () => {
      const path = await versions.make("/events", { ...EVENT, colour: "red", note: "Shy" });
      const id = Number(path.split("/").at(-1));
      const extensions = async () => (await calendar.store.events.find(id))?.extensions.sample;
      await versions.change(path, { colour: "blue", note: "Loud" });
      expect((await versions.restore(path)).body.colour).to.equal("red");
      expect(await extensions()).to.deep.equal({ colour: "red", note: "Shy" });
      const bare = await versions.make("/venues", { venue: "Hall" });
      await versions.change(bare, { seats: 40 });
      expect((await versions.restore(bare)).body.seats).to.equal(null);
    });
  });

  describe(`a calendar without history on ${store.name}`, () => {
    it("has no versions", async () => {
      const calendar = await startCalendar(store, { history: 0 });
      const versions = createVersions(() => calendar);
      try {
        const path = await versions.make("/events", EVENT);
        await versions.change(path, { title: "Blues" });
        expect(await versions.of(path)).to.deep.equal([]);
      } finally {
        await calendar.close();
      }
    });
  });
}
