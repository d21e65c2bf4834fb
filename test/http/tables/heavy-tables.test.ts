import type { Plugin } from "@kalends/core/interface";
import { anEvent, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";

/** Number of records, all in one portion. */
const COUNT = 60;
/** HTML that takes long to render, and of which a table has nothing. */
const HEAVY = "<i></i>\n".repeat(10_000);

for (const store of stores) {
  describe(`tables of heavy texts on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let began = (): void => {};
    const watching: Plugin = {
      name: "watching",
      setup: () => ({
        members: (["event", "venue"] as const).map((record) => ({
          record,
          pure: true,
          schemas: { weight: { type: "string" } },
          async membersOf(records: readonly unknown[]) {
            began();
            return records.map(() => ({}));
          },
        })),
      }),
    };
    before(async () => {
      calendar = await startCalendar(store, { plugins: [watching] });
      for (let id = 1; id <= COUNT; id += 1)
        await calendar.store.events.save(anEvent({ id, slug: `event-${id}`, description: HEAVY }));
      for (let id = COUNT + 1; id <= 2 * COUNT; id += 1)
        await calendar.store.venues.save(aVenue({ id, slug: `venue-${id}`, description: HEAVY }));
    });
    after(() => calendar.close());

    /** Returns the number of rounds of the event loop from the first read of records to the response. */
    const roundsOf = async (path: string): Promise<number> => {
      let rounds = 0;
      let next: NodeJS.Immediate | undefined;
      const count = (): void => {
        rounds += 1;
        next = setImmediate(count);
      };
      began = () => {
        next ??= setImmediate(count);
      };
      const { status, text } = await calendar.get(path);
      clearImmediate(next);
      began = () => {};
      expect([status, text.trim().split("\r\n").length], text.slice(0, 200)).to.deep.equal([200, COUNT + 1]);
      return rounds;
    };

    // rules/interface.md#event-formats
    for (const path of ["/events.csv?columns=id,description", "/venues.csv?columns=id,excerpt"])
      it(`let other work run between the records of a portion: ${path}`, async () => {
        expect(await roundsOf(path)).to.be.at.least(COUNT);
      });
  });
}
