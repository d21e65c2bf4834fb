import { createSlices, perform, type Slices } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { CAPACITIES } from "../../capacities.ts";
import { firstStore } from "../../stores.ts";
import { ADMIN } from "../actors.ts";
import { openCalendar, refusal, type TestCalendar } from "./calendar.ts";

/** Text with the maximum amount of markup, if a request has three such texts. */
const LONG = "<br>\n".repeat(6_000);

/** Creates slices that each end after one expensive step. */
const createCountedSlices = (onPause: () => void): Slices => {
  let time = 0;
  return createSlices({
    capacities: CAPACITIES,
    now: () => time,
    async pause() {
      time += 5;
      onPause();
    },
    sleep: async () => undefined,
  });
};

for (const { name, open } of firstStore) {
  describe(`texts with much markup on ${name}`, () => {
    let calendar: TestCalendar;
    let isOpen = false;
    let [pauses, pausesInside] = [0, 0];
    const watched = (store: Store): Store => ({
      ...store,
      transaction: (work) =>
        store.transaction(async (unit) => {
          isOpen = true;
          try {
            return await work(unit);
          } finally {
            isOpen = false;
          }
        }),
    });

    beforeEach(async () => {
      [pauses, pausesInside] = [0, 0];
      const slices = createCountedSlices(() => {
        pauses += 1;
        if (isOpen) pausesInside += 1;
      });
      calendar = await openCalendar({ open, wrap: watched, slices });
    });
    afterEach(() => calendar.store.close());

    it("are cleaned outside of transactions, each in a turn of its own", async () => {
      const [first, second, third] = [LONG, `1${LONG}`, `2${LONG}`];
      const values = {
        description: first,
        excerpt: "<p>Short</p>",
        venue: { venue: "Hall", description: second },
        organizer: [{ organizer: "Ann", description: third }],
      };
      const { id } = (await calendar.createEvent(values)).event;
      expect((await calendar.get(id)).event.description).to.equal(first.trim());
      expect([pauses >= 3, pausesInside]).to.deep.equal([true, 0]);
    });

    it("are cleaned so when records change", async () => {
      const { categories, venues } = calendar.operations;
      const { id } = (await calendar.createEvent()).event;
      const writes = [
        () => calendar.update(id, { description: LONG }),
        () => perform(venues.create, { venue: "Hall", description: LONG }, ADMIN),
        () => perform(categories.create, { name: "Jazz", description: LONG }, ADMIN),
      ];
      for (const write of writes) {
        [pauses, pausesInside] = [0, 0];
        await write();
        expect([pauses > 0, pausesInside]).to.deep.equal([true, 0]);
      }
    });

    it("are work of the user who sends them", async () => {
      const writes = Array.from({ length: 40 }, (_, count) => `${count}${LONG}`).map((description) =>
        calendar.createEvent({ dry_run: true, description }),
      );
      const refused = (await Promise.allSettled(writes)).filter(({ status }) => status === "rejected");
      expect(refused).to.have.lengthOf.within(10, 25);
      expect(await refusal(calendar.createEvent({ description: LONG }))).to.deep.equal({
        code: "rest_too_many_requests",
      });
    });
  });
}
