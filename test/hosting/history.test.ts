import type { RecordVersion, StoreWithAccounts } from "@kalends/core/storage";
import { anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { stores } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";

const AN_EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const DAILY = { ...AN_EVENT, recurrence: { rules: ["FREQ=DAILY;COUNT=4"] } };
const ANN = { id: "ann", roles: ["editor"] } as const;
const BEN = { id: "ben", roles: ["editor"] } as const;
/** Longer than a version may be, in bytes of UTF-8. */
const LONG_TEXT = "\u3042".repeat(90_000);
const DAY = 24 * 60 * 60 * 1000;

for (const tested of stores) {
  describe(`the history, on ${tested.name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let now: number;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      calendar = await createCalendar({
        ...{ storage: store, scheduler: false, clock: { now: () => now } },
        identity: () => undefined,
        ...options,
      });
    };
    const versions = (): Promise<readonly RecordVersion[]> => store.versions.readAfter(0, 0, 1000);
    /** Returns the changed members of all versions, by record. */
    const changed = async () => (await versions()).map(({ recordId, changed }) => [recordId, ...changed]);
    const eventsOf = (user: typeof ANN | typeof BEN) => calendar.as(user).events;
    const create = async (fields: object = AN_EVENT): Promise<number> =>
      (await eventsOf(ANN).create(fields as typeof AN_EVENT)).event.id;

    beforeEach(async () => {
      now = Date.UTC(2031, 2, 10);
      store = await tested.open();
    });
    afterEach(async () => {
      await calendar.close();
      await store.close();
    });

    it("keeps the content before a change, and the members that changed", async () => {
      await start();
      const id = await create();
      const before = await store.events.find(id);
      expect(await versions()).to.deep.equal([]);
      now += 1000;
      await eventsOf(BEN).update(id, { title: "More jazz", description: "<p>Loud.</p>" });
      const [version, ...none] = await versions();
      const { content, ...summary } = version as RecordVersion;
      const [ben] = [...(await store.userIds.readAfter(0, 10))].filter(({ hostId }) => hostId === "ben");
      expect(JSON.parse(content)).to.deep.equal(before);
      expect(summary).to.deep.equal({
        ...{ kind: "event", recordId: id, revision: before?.revision, modifiedUtc: before?.modifiedUtc },
        ...{ author: before?.author, replacedBy: ben?.number, changed: ["description", "title"] },
      });
      expect(none).to.deep.equal([]);
    });

    it("makes versions of venues and organizers, also of those that an event changes", async () => {
      await start();
      const id = await create({ ...AN_EVENT, venue: { venue: "Pier", city: "Hull" } });
      const venue = (await store.events.find(id))?.venueId;
      const organizer = (await calendar.as(ANN).organizers.create({ organizer: "Club" })).organizer.id;
      await calendar.as(ANN).organizers.update(organizer, { organizer: "New club" });
      await create({ ...AN_EVENT, venue: { venue: "Pier", city: "Leeds" } });
      expect(await changed()).to.have.deep.members([
        [venue, "city"],
        [organizer, "organizer"],
      ]);
    });

    it("makes no version of writes that change no content, and none that was undone", async () => {
      await start();
      const id = await create();
      await eventsOf(BEN).update(id, { title: "Jazz" });
      const undone = calendar.transaction(async ({ as }) => {
        await as(ANN).events.update(id, { title: "Never" });
        throw new Error("undone");
      });
      expect(await undone.catch((error: Error) => error.message)).to.equal("undone");
      await eventsOf(ANN).update(id, { title: "Never", dry_run: true });
      expect(await versions()).to.deep.equal([]);
    });

    it("makes versions of moves to the trash and out of it, with their status", async () => {
      await start();
      const id = await create();
      await eventsOf(ANN).remove(id);
      await eventsOf(ANN).update(id, { status: "publish" });
      expect((await versions()).map(({ content }) => JSON.parse(content).status)).to.deep.equal([
        ...["publish", "trash"],
      ]);
    });

    it("makes none of scheduled publications and of removed venues", async () => {
      await start();
      const id = await create({ ...AN_EVENT, date: "2031-03-11 00:00:00", venue: { venue: "Pier" } });
      const venue = (await store.events.find(id))?.venueId;
      now += 2 * DAY;
      expect(await calendar.publishDue()).to.equal(1);
      await calendar.as(ANN).venues.remove(venue ?? 0);
      expect(await changed()).to.deep.equal([[venue, "slug", "status"]]);
    });

    // Source: rules/history.md#series-versions
    it("makes one version of a series and none of its occurrences", async () => {
      await start();
      const id = await create(DAILY);
      const [first] = await store.events.occurrencesOf(id, "", 4);
      await eventsOf(ANN).update(first?.id ?? 0, { title: "Only once" });
      expect(await changed()).to.deep.equal([[first?.id, "title"]]);
      await eventsOf(ANN).update(id, { status: "draft", recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      await eventsOf(ANN).update(first?.id ?? 0, { title: "All", scope: "all" });
      expect(await changed()).to.deep.equal([
        [id, "recurrence", "status"],
        [id, "title"],
        [first?.id, "title"],
      ]);
    });

    it("makes a version of a split series only of its first part", async () => {
      await start();
      const id = await create(DAILY);
      const [, second] = await store.events.occurrencesOf(id, "", 4);
      await eventsOf(ANN).update(second?.id ?? 0, { title: "From now on", scope: "following" });
      expect(await changed()).to.deep.equal([[id, "recurrence"]]);
    });

    // Source: rules/history.md#version-images
    it("does not keep an image in use that only versions show", async () => {
      await start({ media: createMemoryBlobStore() });
      const image = await store.ids.next("record");
      await store.images.save(anImage({ id: image, author: 1, url: "https://images.example/a.jpg" }));
      const id = await create({ ...AN_EVENT, image: String(image) });
      await eventsOf(ANN).update(id, { image: "" });
      await calendar.as({ id: "root", roles: ["administrator"] }).images.remove(image);
      expect(await changed()).to.deep.equal([[id, "image"]]);
      expect(await store.images.find(image)).to.equal(undefined);
    });

    it("keeps no content that is too long, but who wrote the next one", async () => {
      await start();
      const id = await create({ ...AN_EVENT, description: LONG_TEXT });
      await eventsOf(BEN).update(id, { description: "Short" });
      const [version] = await versions();
      expect(version).to.include({ content: "" });
      expect(version?.replacedBy).to.be.a("number");
      expect(version?.changed).to.deep.equal([]);
    });

    it("keeps as many versions as set, and one for the author of the last", async () => {
      await start({ history: 2 });
      const id = await create();
      for (let n = 1; n <= 4; n += 1) await eventsOf(ANN).update(id, { title: `Jazz ${n}` });
      const all = await versions();
      expect(all).to.have.length(4);
      await calendar.deliverDue();
      expect(await versions()).to.deep.equal(all.slice(1));
      await calendar.close();
      await start({ history: 0 });
      await eventsOf(ANN).update(id, { title: "Last" });
      expect(await versions()).to.have.length(3);
      await calendar.deliverDue();
      expect(await versions()).to.deep.equal([]);
    });
  });
}
