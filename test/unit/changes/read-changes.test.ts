import { type Actor, ANONYMOUS, type CalendarEvent } from "@kalends/core";
import {
  type ChangesPage,
  createPolicies,
  createPostStatuses,
  createReadChanges,
  type Policy,
  withPolicies,
} from "@kalends/core/interface";
import type { OutboxChange, StoreWithAccounts } from "@kalends/core/storage";
import { anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

describe("reading changes", () => {
  let store: StoreWithAccounts;
  let policies: readonly Policy[] = [];
  const all = createPolicies(() => policies.map((value) => ({ plugin: "test", value })));
  const read = (since: string | undefined, limit = 10, actor: Actor = ANONYMOUS): Promise<ChangesPage> =>
    createReadChanges({
      store,
      changeFeed: { id: "feed", began: 0 },
      postStatuses: withPolicies(createPostStatuses(), all),
      policies: all,
      extensions: undefined,
      clock: { now: () => 0 },
      logger: SILENT,
    })({ since, limit, actor });

  beforeEach(async () => {
    policies = [];
    store = await openSqliteStore(":memory:");
  });
  afterEach(() => store.close());

  const happened = (change: Pick<OutboxChange, "kind" | "recordId"> & Partial<OutboxChange>): Promise<void> =>
    store.outbox.append([{ time: 0, names: ["event.updated"], origin: {}, ...change }]);
  const now = async (): Promise<string> => (await read(undefined)).nextToken;
  const namesOf = ({ changes }: ChangesPage): readonly string[] =>
    changes.map(({ kind, id, view }) => `${view === undefined ? "-" : ""}${kind} ${id}`);

  it("reads records after the entries that mention them", async () => {
    const since = await now();
    const event = anEvent({ id: 1 });
    await happened({ kind: "event", recordId: 1, after: event });
    // Simulates a change between the two reads.
    await store.events.save({ ...event, title: "Later" });
    const { changes, nextToken } = await read(since);
    expect(changes).to.have.nested.property("[0].view.event.title", "Later");
    await happened({ kind: "event", recordId: 1, before: event, after: { ...event, title: "Later" } });
    expect(namesOf(await read(nextToken))).to.deep.equal(["event 1"]);
  });

  it("brings what shows an image that is removed", async () => {
    const since = await now();
    await store.events.save({ ...anEvent({ id: 1 }), imageId: 9 });
    await store.venues.save({ ...aVenue({ id: 2 }), imageId: 9 });
    await happened({ kind: "image", recordId: 9, after: anImage({ id: 9 }) });
    expect(namesOf(await read(since))).to.deep.equal([]);
    await happened({ kind: "image", recordId: 9, before: anImage({ id: 9 }) });
    expect(namesOf(await read(since))).to.deep.equal(["event 1", "venue 2"]);
  });

  it("brings what shows an image that is changed, and the events of venues and organizers with it", async () => {
    const since = await now();
    for (let id = 100; id < 350; id += 1) await store.events.save(anEvent({ id, imageId: 9 }));
    await store.events.save(anEvent({ id: 99, status: "draft", imageId: 9 }));
    await store.venues.save(aVenue({ id: 2, imageId: 9 }));
    await store.events.save(anEvent({ id: 3, venueId: 2 }));
    await store.organizers.save(anOrganizer({ id: 4, imageId: 9 }));
    await store.events.save(anEvent({ id: 5, organizerIds: [4] }));
    await store.events.save(anEvent({ id: 6 }));
    const image = anImage({ id: 9 });
    await happened({ kind: "image", recordId: 9, before: image, after: { ...image, url: "2030/02/b.jpg" } });
    const names: string[] = [];
    let token = since;
    for (let more = true; more; ) {
      const page = await read(token, 100);
      names.push(...namesOf(page));
      token = page.nextToken;
      more = page.hasMore;
    }
    const shown = Array.from({ length: 250 }, (_, index) => `event ${index + 100}`);
    expect(names).to.have.members([...shown, "venue 2", "event 3", "organizer 4", "event 5"]);
  });

  it("takes away what a policy shows no more since it has lost its venue", async () => {
    policies = [{ pure: true, narrow: ({ kind }) => (kind === "event" ? { venueIds: [2] } : undefined) }];
    const since = await now();
    const venue = aVenue({ id: 2 });
    await store.events.save(anEvent({ id: 1 }));
    await store.events.save(anEvent({ id: 3, status: "draft" }));
    const affected = { events: [1, 3], terms: [] };
    await happened({
      kind: "venue",
      recordId: 2,
      before: venue,
      after: { ...venue, status: "trash" },
      affected,
    });
    expect(namesOf(await read(since))).to.deep.equal(["-venue 2", "-event 1"]);
  });

  it("judges by what the caller may see now, and mentions nothing that they never could", async () => {
    const since = await now();
    const event = anEvent({ id: 1 });
    const draft = { ...event, status: "draft" };
    await store.events.save(draft);
    await happened({ kind: "event", recordId: 1, after: draft });
    expect(namesOf(await read(since))).to.deep.equal([]);
    await happened({ kind: "event", recordId: 1, before: draft, after: event });
    await happened({ kind: "event", recordId: 1, before: event, after: draft });
    expect(namesOf(await read(since))).to.deep.equal(["-event 1"]);
    expect(namesOf(await read(since, 1))).to.deep.equal([]);
  });

  it("says neither by tokens nor by empty pages what else shows a record", async () => {
    let since = await now();
    const venue = aVenue({ id: 7 });
    await store.venues.save(venue);
    for (const id of [11, 12, 13, 14])
      await store.events.save({ ...anEvent({ id, venueId: 7 }), status: id === 12 ? "publish" : "draft" });
    await happened({ kind: "venue", recordId: 7, before: { ...venue, title: "Pier" }, after: venue });
    const found: (readonly string[])[] = [];
    for (let more = true; more; ) {
      const page = await read(since, 1);
      found.push(namesOf(page));
      since = page.nextToken;
      more = page.hasMore;
      expect(since).to.not.match(/1[134]/);
    }
    expect(found).to.deep.equal([["venue 7"], ["event 12"]]);
  });

  it("leads past long runs of what is not for the caller", async () => {
    let since = await now();
    await store.transaction(async ({ events }) => {
      for (let id = 1; id <= 1101; id += 1)
        await events.save({ ...anEvent({ id, venueId: 2000 }), status: id === 1101 ? "publish" : "draft" });
    });
    const venue = aVenue({ id: 2000 });
    await store.venues.save(venue);
    await happened({ kind: "venue", recordId: 2000, before: venue, after: venue });
    const found: string[] = [];
    for (let more = true; more; ) {
      const page = await read(since);
      found.push(...namesOf(page));
      since = page.nextToken;
      more = page.hasMore;
    }
    expect(found).to.deep.equal(["venue 2000", "event 1101"]);
  });

  describe("of series", () => {
    const first = anEvent({ id: 1, categoryIds: [1] });
    const recurrence = { rules: ["FREQ=WEEKLY"], dates: [], except: [] };
    const series: CalendarEvent = { ...first, recurrence };
    const occurrence: CalendarEvent = {
      ...series,
      id: 4,
      occurrence: { seriesId: 1, recurrenceId: first.schedule.start, changes: { categoryIds: [2] } },
    };
    const changed = {
      kind: "event" as const,
      recordId: 4,
      before: occurrence,
      after: { ...occurrence, categoryIds: [2], title: "Other" },
    };
    beforeEach(async () => {
      for (const [id, taxonomy] of [
        [1, "category"],
        [2, "category"],
        [3, "tag"],
      ] as const)
        await store.terms.save(aTerm({ id, taxonomy, name: `Term ${id}`, slug: `term-${id}` }));
    });

    it("tells a change of an occurrence as one of its series, with the terms it counts for", async () => {
      await store.events.save(series);
      const since = await now();
      await happened(changed);
      await happened({ ...changed, before: { ...occurrence, id: 5 }, recordId: 5 });
      const page = await read(since);
      expect(namesOf(page)).to.deep.equal(["event 1", "category 1", "category 2"]);
      expect(page).to.have.nested.property("changes[0].view.event.recurrence");
    });

    it("says nothing of occurrences of what the caller cannot see", async () => {
      await store.events.save({ ...series, status: "draft" });
      const since = await now();
      await happened({ ...changed, after: { ...changed.after, categoryIds: [1] } });
      expect(namesOf(await read(since))).to.deep.equal([]);
      await happened({ kind: "event", recordId: 1, before: series, after: { ...series, status: "draft" } });
      expect(namesOf(await read(since))).to.deep.equal(["-event 1", "category 1"]);
    });

    it("brings the terms that occurrences have of their own", async () => {
      await store.events.save(series);
      const since = await now();
      const affected = { events: [], terms: [2, 3] };
      await happened({ kind: "event", recordId: 1, before: series, after: series, affected });
      expect(namesOf(await read(since))).to.deep.equal(["event 1", "category 2", "tag 3"]);
    });
  });

  it("leads on although nothing on a page is for the caller", async () => {
    let since = await now();
    for (const id of [1, 2, 3, 4]) {
      const event = id === 4 ? anEvent({ id }) : { ...anEvent({ id }), status: "draft" };
      await store.events.save(event);
      await happened({ kind: "event", recordId: id, after: event });
    }
    const found: (readonly string[])[] = [];
    for (let more = true; more; ) {
      const page = await read(since, 1);
      found.push(namesOf(page));
      since = page.nextToken;
      more = page.hasMore;
    }
    expect(found).to.deep.equal([[], [], [], ["event 4"]]);
  });
});
