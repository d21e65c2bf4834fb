import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { anEvent, aTerm, aVenue, EVERYTHING } from "../fixtures.ts";
import { findingsOf } from "../inspection.ts";
import { moveAll } from "../repositories/merge-repository.ts";
import { LONG_WITH_PROCESSES as LONG, runUntil } from "./child-process.ts";
import type { DurableStore, Use } from "./opener.ts";

/** Number of events. A store that moves links in portions needs several portions for so many events. */
const COUNT = 2_300;
const FIRST = 100;
const [TARGET, SOURCE] = [1, 2];

const fill = async (store: Store): Promise<void> => {
  for (const id of [TARGET, SOURCE]) {
    await store.venues.save(aVenue({ id, slug: `venue-${id}` }));
    await store.terms.save(aTerm({ id, slug: `tag-${id}`, taxonomy: "tag" }));
  }
  for (let from = 0; from < COUNT; from += 500)
    await store.transaction(async ({ events }) => {
      const ids = Array.from({ length: Math.min(500, COUNT - from) }, (_, index) => FIRST + from + index);
      await Promise.all(
        ids.map((id) => events.save(anEvent({ id, venueId: SOURCE, tagIds: id % 2 === 0 ? [1, 2] : [2] }))),
      );
    });
  await store.ids.reserve("record", 99_999);
  await store.ids.reserve("term", 999);
};

/** Merges a venue and a tag, unless the process that was killed has already merged them. */
const mergeRest = async (store: Store): Promise<void> => {
  if ((await store.venues.find(SOURCE)) !== undefined)
    await store.merges.merge({ kind: "venue", targetId: TARGET, sourceIds: [SOURCE] });
  if ((await store.terms.find("tag", SOURCE)) !== undefined)
    await store.merges.merge({ kind: "tag", targetId: TARGET, sourceIds: [SOURCE] });
};

/** Defines the tests for merges in a process that is killed. Another process can continue each of them. */
export const killedMerge = (newPlace: DurableStore["newPlace"], use: Use<Store>, opener: URL): void => {
  for (const reports of [1, 2, 3])
    it(`keeps every event of a merge whose process is killed (after ${reports} steps)`, async () => {
      const place = await newPlace();
      await use(place, fill);
      await runUntil(reports, opener, place, "mergeMany");
      await use(place, async (store) => {
        const isMerged = (await store.venues.find(SOURCE)) === undefined;
        if (reports > 1) expect(isMerged).to.equal(true);
        const venueIds = [isMerged ? TARGET : SOURCE];
        expect((await store.events.list({ ...EVERYTHING, venueIds })).total).to.equal(COUNT);
        expect((await store.merges.targetsOf("venue", [SOURCE])).size).to.equal(isMerged ? 1 : 0);
        await mergeRest(store);
        await moveAll(store);
        for (const id of [FIRST, FIRST + 1, FIRST + COUNT - 1])
          expect(await store.events.find(id)).to.deep.include({ venueId: TARGET, tagIds: [TARGET] });
        expect((await store.events.list({ ...EVERYTHING, venueIds: [TARGET] })).total).to.equal(COUNT);
        expect((await store.terms.find("tag", TARGET))?.usage).to.deep.equal({ publish: COUNT });
        expect(await findingsOf(store)).to.deep.equal([]);
      });
    }).timeout(LONG);
};
