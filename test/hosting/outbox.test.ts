import type { OutboxEntry, StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import {
  type Calendar,
  type CalendarOptions,
  createCalendar,
  type DurableListener,
  type StoreCall,
} from "kalends";
import { stores } from "../stores.ts";
import { AN_EVENT } from "./host-server.ts";

const ANN = { id: 7, roles: ["editor"] } as const;
const DAY = 24 * 60 * 60 * 1000;
const LISTENER: DurableListener = {
  durable: true,
  name: "all",
  on: ["event.created"],
  handle: () => undefined,
};

for (const testStore of stores) {
  describe(`what is kept of what happened, on ${testStore.name}`, () => {
    let store: StoreWithAccounts;
    let calendar: Calendar;
    let calls: StoreCall[];
    let now: number;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: { now: () => now },
        identity: () => ANN,
        listeners: [LISTENER],
        onStoreCall: (call) => calls.push(call),
        ...options,
      });
      calls.length = 0;
    };
    const entries = (): Promise<readonly OutboxEntry[]> => store.outbox.readAfter(0, 100);
    const kept = async () =>
      (await entries()).map(({ kind, recordId, names, affected }) => ({
        ...{ kind, recordId, names },
        ...(affected && { affected }),
      }));
    const called = (): readonly string[] => calls.map(({ repository, method }) => `${repository}.${method}`);

    beforeEach(async () => {
      store = await testStore.open();
      calls = [];
      now = Date.UTC(2031, 0, 1);
    });
    afterEach(async () => {
      await calendar.close();
      await store.close();
    });

    it("is an entry for each record that a write changes, with what it was, what it is, and who did it", async () => {
      await start();
      const { as } = calendar;
      const { event } = await as(ANN).events.create({ ...AN_EVENT, venue: { venue: "Hall" } });
      await as(ANN).events.update(event.id, { title: "Renamed" });
      await as(ANN).events.remove(event.id);
      const [venue, created, updated, trashed, ...more] = await entries();
      expect(more).to.deep.equal([]);
      expect([venue?.kind, venue?.recordId]).to.deep.equal(["venue", event.venueId]);
      expect(created).to.deep.include({
        ...{ kind: "event", recordId: event.id, time: now, origin: { userId: 7, hostId: 7 } },
        names: ["event.created", "event.published"],
      });
      expect(created?.after).to.include({ title: event.title, venueId: event.venueId });
      expect(created).not.to.have.property("before");
      expect(updated?.names).to.deep.equal(["event.updated"]);
      expect(updated?.before).to.deep.equal(created?.after);
      expect(updated?.after).to.include({ title: "Renamed" });
      expect(trashed?.names).to.deep.equal(["event.trashed"]);
      expect(trashed?.before).to.deep.equal(updated?.after);
      expect(trashed?.after).to.deep.equal(await store.events.find(event.id));
    });

    it("names the records that look different since then", async () => {
      await start();
      const { as } = calendar;
      const parent = await as(ANN).categories.create({ name: "Parent" });
      const child = await as(ANN).categories.create({ name: "Child", parent: parent.term.id });
      const grandchild = await as(ANN).categories.create({ name: "Below", parent: child.term.id });
      const { event } = await as(ANN).events.create({
        ...AN_EVENT,
        ...{ venue: { venue: "Hall" }, organizer: { organizer: "Band" }, categories: [child.term.id] },
      });
      const last = await store.outbox.last();
      await as(ANN).venues.remove(event.venueId ?? 0);
      await as(ANN).organizers.remove(event.organizerIds[0] ?? 0);
      await as(ANN).categories.remove(child.term.id);
      const later = await store.outbox.readAfter(last, 10);
      const affected = { events: [event.id], terms: [] };
      expect(later.map((entry) => [entry.names, entry.affected])).to.deep.equal([
        [["venue.trashed"], affected],
        [["organizer.trashed"], affected],
        [["category.deleted"], { ...affected, terms: [grandchild.term.id] }],
      ]);
    });

    it("is kept with the host's transaction, or not at all", async () => {
      await start();
      await calendar.transaction(async ({ as }) => {
        const { event } = await as(ANN).events.create(AN_EVENT);
        await as(ANN).events.update(event.id, { title: "Renamed" });
      });
      expect((await kept()).map(({ names }) => names)).to.deep.equal([
        ["event.created", "event.published"],
        ["event.updated"],
      ]);
      const failing = calendar.transaction(async ({ as }) => {
        await as(ANN).events.create(AN_EVENT);
        throw new Error("halfway");
      });
      await failing.catch(() => undefined);
      expect(await kept()).to.have.length(2);
    });

    it("is nothing, and asks the store for nothing more, while nobody needs it", async () => {
      await start({ listeners: [] });
      await calendar.as(ANN).events.create(AN_EVENT);
      const off = called();
      expect(off.filter((call) => call.startsWith("outbox."))).to.deep.equal([]);
      await calendar.deliverDue();
      // Mail that waited too long is removed, also without a mail server, and versions that are too many.
      expect(called()).to.deep.equal([...off, "documents.list", "versions.countAfter"]);
      await calendar.close();
      expect(await store.outbox.last()).to.equal(0);
      await start();
      await calendar.as(ANN).events.create({ ...AN_EVENT, title: "Another" });
      // With the outbox, creating a record makes the same store calls as without, plus one `append`.
      expect(called().filter((call) => call !== "outbox.append")).to.deep.equal(off);
      expect(called().filter((call) => call === "outbox.append")).to.have.length(1);
    });

    it("is removed when it is older than the retention, by who delivers", async () => {
      await start({ outboxDays: 3 });
      const create = () => calendar.as(ANN).events.create(AN_EVENT);
      await create();
      now += 2 * DAY;
      await create();
      await calendar.deliverDue();
      expect(await entries()).to.have.length(2);
      now += DAY + 1;
      await calendar.deliverDue();
      expect((await entries()).map(({ time }) => time)).to.deep.equal([now - DAY - 1]);
      now += 3 * DAY;
      await calendar.deliverDue();
      calls.length = 0;
      await calendar.deliverDue();
      expect(await entries()).to.deep.equal([]);
      expect(
        called().filter((call) => call.startsWith("leases.") || call === "outbox.removeOlder"),
      ).to.deep.equal([]);
    });
  });
}
