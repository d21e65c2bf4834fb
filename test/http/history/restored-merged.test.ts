import { findingsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { adjusted, createVersions } from "./versions.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

const KINDS = [
  { list: "venues", member: "venue", field: "venue", none: "" },
  { list: "organizers", member: "organizer", field: "organizer", none: [] },
  { list: "categories", member: "name", field: "categories", none: [] },
  { list: "tags", member: "name", field: "tags", none: [] },
] as const;

for (const store of stores) {
  describe(`restoring after merges on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const versions = createVersions(() => calendar);

    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const make = async (list: string, json: object): Promise<number> =>
      Number((await versions.make(`/${list}`, json)).split("/").at(-1));
    const merge = async (list: string, into: number, from: readonly number[]): Promise<void> => {
      const { status, text } = await calendar.post(`/${list}/${into}/merge`, {
        as: "editor",
        json: { from },
      });
      expect(status, text).to.equal(200);
    };

    // Source: rules/history.md#missing-references.
    for (const { list, member, field, none } of KINDS)
      it(`names the target of merged ${list} once`, async () => {
        const target = await make(list, { [member]: `Target of ${list}` });
        const one = await make(list, { [member]: `One of ${list}` });
        const other = await make(list, { [member]: `Other of ${list}` });
        const linked = field === "venue" ? [one] : [one, target, other];
        const path = await versions.make("/events", { ...EVENT, [field]: linked });
        await versions.change(path, { [field]: none });
        await merge(list, other, [one]);
        await merge(list, target, [other]);
        const restored = await versions.restore(path);
        expect(restored.status, restored.text).to.equal(200);
        expect(adjusted(restored)).to.deep.equal([]);
        expect([restored.body[field]].flat().map(({ id }: { id: number }) => id)).to.deep.equal([target]);
      });

    it("shows the target in versions, and restores it to an occurrence", async () => {
      const target = await make("venues", { venue: "Target of occurrences" });
      const source = await make("venues", { venue: "Source of occurrences" });
      const [one, other] = [await make("tags", { name: "one" }), await make("tags", { name: "other" })];
      const recurrence = { rules: ["FREQ=DAILY;COUNT=3"] };
      const series = await versions.make("/events", { ...EVENT, recurrence });
      const { body } = await calendar.get(`${series}/occurrences`, { as: "editor" });
      const path = `/events/${body.events[1].id}`;
      await versions.change(path, { venue: source, tags: [one] });
      await versions.change(path, { venue: "", tags: [], title: "Blues" });
      await merge("venues", target, [source]);
      await merge("tags", other, [one]);
      const [{ revision }] = await versions.of(path);
      const { record } = (await calendar.get(`${path}/revisions/${revision}`, { as: "editor" })).body;
      expect([record.venue.id, record.tags.map(({ id }: { id: number }) => id)]).to.deep.equal([
        target,
        [other],
      ]);
      const restored = await versions.restore(path);
      expect(restored.status, restored.text).to.equal(200);
      const shown = await versions.read(path);
      expect([shown.venue.id, shown.title]).to.deep.equal([target, "Jazz"]);
      expect(shown.tags.map(({ id }: { id: number }) => id)).to.deep.equal([other]);
      expect(await findingsOf(calendar.store)).to.deep.equal([]);
    });

    it("leaves out a target in the trash, and names it", async () => {
      const [target, source] = [
        await make("venues", { venue: "Removed target" }),
        await make("venues", { venue: "Merged source" }),
      ];
      const path = await versions.make("/events", { ...EVENT, venue: source });
      await versions.change(path, { venue: "", title: "Blues" });
      await merge("venues", target, [source]);
      await versions.remove(`/venues/${target}`);
      const restored = await versions.restore(path);
      expect([restored.status, restored.body.title, restored.body.venue]).to.deep.equal([200, "Jazz", []]);
      expect(adjusted(restored)).to.deep.equal(["venue"]);
    });
  });
}
