import type { Actor } from "@kalends/core";
import { anEvent, anImage, anOrganizer, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPinoLogger, type OpenedCalendar, openCalendar, readConfig } from "kalends/internals";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";

for (const testStore of stores) {
  describe(`records of deleted accounts, on ${testStore.name}`, () => {
    let opened: OpenedCalendar;
    let store: Awaited<ReturnType<typeof testStore.open>>;
    let actor: Actor;
    let ids: readonly [number, number];

    beforeEach(async () => {
      store = await testStore.open();
      const reading = readConfig({
        environment: { KALENDS_AUDIT: "1" },
        options: {},
        optionsName: "options",
      });
      if ("problems" in reading) throw new Error(reading.problems.join());
      opened = await openCalendar({
        ...{ config: reading.config, plugins: [], store, blobStore: createMemoryBlobStore() },
        logger: createPinoLogger("silent", process.stderr),
        pages: true,
      });
      const { accounts } = opened.cradle;
      const root = await accounts.add("root", "administrator");
      const ann = await accounts.add("ann", "author");
      const bob = await accounts.add("bob", "author");
      ids = [ann?.id ?? 0, bob?.id ?? 0];
      actor = {
        id: root?.id ?? 0,
        capabilities: new Set(["manage_accounts"]),
        credential: { kind: "session", id: "x", expires: 0, confirmed: 0 },
      };
    });
    afterEach(async () => {
      await opened.close();
      await store.close();
    });

    const remove = (author: number) =>
      opened.cradle.accounts.directory.remove(actor, ids[0], { author }).catch((error: unknown) => error);

    it("get another author: events with their occurrences, venues, organizers and images", async () => {
      const [ann, bob] = ids;
      const series = await opened.cradle.as({ id: ann, roles: ["administrator"] }).events.create({
        ...{ title: "Weekly", start_date: "2031-01-06 10:00:00", end_date: "2031-01-06 11:00:00" },
        ...{ status: "publish", recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] } },
      });
      const first = series.event.id;
      await store.ids.reserve("record", first + 200);
      await store.events.save(anEvent({ id: first + 100, author: ann, status: "trash", slug: "a" }));
      await store.events.save(anEvent({ id: first + 101, author: bob, slug: "b" }));
      await store.venues.save(aVenue({ id: first + 102, author: ann }));
      await store.organizers.save(anOrganizer({ id: first + 103, author: ann }));
      await store.images.save(anImage({ id: first + 104, author: ann }));
      expect(await remove(bob)).to.equal("done");
      const authors = [
        ...(await store.events.readAfter(0, 100)),
        ...(await store.events.occurrencesAfter(0, 100)),
        ...(await store.venues.readAfter(0, 100)),
        ...(await store.organizers.readAfter(0, 100)),
        ...(await store.images.readAfter(0, 100)),
      ].map(({ author }) => author);
      expect(authors).to.have.length.above(8);
      expect(new Set(authors)).to.deep.equal(new Set([bob]));
      expect(await opened.cradle.accounts.directory.find(ann)).to.equal(undefined);
      for await (const finding of store.inspection?.check() ?? []) expect(finding).to.equal(undefined);
    });

    it("stay as they are beyond 1,000, and so does the account", async () => {
      const [ann, bob] = ids;
      const images = Array.from({ length: 1_001 }, (_, index) => index + 1);
      await Promise.all(images.map((id) => store.images.save(anImage({ id, author: ann }))));
      expect(await remove(bob)).to.deep.include({
        code: "rest_too_many_records",
        details: { maximum: 1_000 },
      });
      expect((await store.images.find(1))?.author).to.equal(ann);
      expect(await opened.cradle.accounts.directory.find(ann)).to.not.equal(undefined);
    });
  });
}
