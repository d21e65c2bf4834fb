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
