import { expect } from "chai";
import { AUTHOR } from "../actors.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

describe("adjustments", () => {
  it("are those of the run that was committed, when a unit of work was run again", async () => {
    let conflicts = 0;
    const calendar = await openCalendar({
      wrap: (store) => ({
        ...store,
        async transaction(work) {
          if (conflicts > 0) {
            conflicts -= 1;
            const conflict = new Error("conflict");
            const first = store.transaction(async (repositories) => {
              await work(repositories);
              throw conflict;
            });
            await first.catch((error: unknown) => expect(error).to.equal(conflict));
            // The conflicting record disappears before the transaction is repeated.
            await calendar.remove("taken");
          }
          return store.transaction(work);
        },
      }),
    });
    try {
      await calendar.createEvent({ slug: "taken" });
      conflicts = 1;
      const { event, adjustments } = await calendar.createEvent({ slug: "taken", cost: "-5" });
      expect(event.slug).to.equal("taken");
      expect(adjustments).to.deep.equal([{ parameter: "cost", reason: "negative-cost" }]);
    } finally {
      await calendar.store.close();
    }
  });

  it("are none for dates beyond the calendar of the site: those are refused", async () => {
    const calendar = await openCalendar({ site: { timezone: "America/New_York" } });
    try {
      const date = "9999-12-31 23:00:00";
      expect(await refusal(calendar.createEvent({ date }))).to.deep.equal(invalid({ date: "not-a-date" }));
      const inside = { venue: { venue: "Hall", date } };
      expect(await refusal(calendar.createEvent(inside, AUTHOR))).to.deep.equal(
        invalid({ venue: "not-a-date" }),
      );
      expect(await calendar.store.venues.findDuplicate("Hall")).to.equal(undefined);
    } finally {
      await calendar.store.close();
    }
  });
});
