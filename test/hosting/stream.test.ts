import type { Store } from "@kalends/core/storage";
import { anEvent, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import {
  type Calendar,
  type CalendarOptions,
  type Caller,
  createCalendar,
  type EventView,
  type Identity,
  type TermView,
  type VenueView,
} from "kalends";
import { firstStore, stores } from "../stores.ts";
import { AN_EVENT, CLOCK } from "./host-server.ts";

const EDITOR: Identity = { id: 1, roles: ["editor"] };
const AUTHOR: Identity = { id: 2, roles: ["author"] };
/** Number of records that a stream reads at once. */
const PORTION = 100;

type View = EventView | VenueView | TermView;

const idOf = (view: View): number => {
  if ("event" in view) return view.event.id;
  return "term" in view ? view.term.id : view.venue.id;
};

const idsOf = async (views: AsyncIterable<View>): Promise<readonly number[]> => {
  const ids: number[] = [];
  for await (const view of views) ids.push(idOf(view));
  return ids;
};

const range = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe("streams of records", () => {
  for (const { name, open } of stores)
    describe(`on ${name}`, () => {
      let store: Store;
      let calendar: Calendar;
      const start = async (options: CalendarOptions = {}): Promise<void> => {
        calendar = await createCalendar({
          ...{ storage: store, scheduler: false, clock: CLOCK, identity: () => undefined, ...options },
        });
      };
      beforeEach(async () => {
        store = await open();
      });
      afterEach(async () => {
        await calendar.close();
        await store.close();
      });

      it("come by id, each portion read when the one before was taken", async () => {
        const last = 2 * PORTION + 30;
        await store.transaction(async ({ venues }) => {
          for (const id of range(1, last)) await venues.save(aVenue({ id, slug: `hall-${id}` }));
        });
        const reads: number[] = [];
        const readAfter = (after: number, limit: number) => {
          reads.push(after);
          return store.venues.readAfter(after, limit);
        };
        await start({ storage: { ...store, venues: { ...store.venues, readAfter } } });
        const ids: number[] = [];
        for await (const { venue } of calendar.as().venues.stream()) {
          ids.push(venue.id);
          expect(reads).to.have.length(Math.ceil(ids.length / PORTION));
        }
        expect(ids).to.deep.equal(range(1, last));
        expect(reads).to.deep.equal([0, PORTION, 2 * PORTION]);
        expect(await idsOf(calendar.as().venues.stream({}, { after: last - 2 }))).to.deep.equal([
          last - 1,
          last,
        ]);
        for await (const _venue of calendar.as().venues.stream()) break;
        expect(reads).to.have.length(5);
      });

      it("have records as they are when their portion is read, and none twice", async () => {
        const last = PORTION + 2;
        await store.transaction(async ({ events, ids }) => {
          for (const id of range(1, last)) await events.save(anEvent({ id, slug: `event-${id}`, author: 1 }));
          await ids.reserve("record", last);
        });
        await start();
        const { events } = calendar.as(EDITOR);
        const seen: (readonly [number, string])[] = [];
        for await (const { event } of events.stream()) {
          if (seen.length === 0) {
            await events.update(last, { title: "Changed" });
            await events.remove(last - 1);
            await events.update(2, { title: "Too late" });
            seen.push([(await events.create({ ...AN_EVENT, title: "New" })).event.id, "New"]);
          }
          seen.push([event.id, event.title]);
        }
        const [made, ...read] = seen;
        expect(read.map(([id]) => id)).to.deep.equal([...range(1, PORTION), last, made?.[0]]);
        expect(read.at(-2)?.[1]).to.equal("Changed");
        expect(read[1]?.[1]).to.not.equal("Too late");
      });

      it("have series once, with the filters of lists, and no default window", async () => {
        await start();
        const { events } = calendar.as(EDITOR);
        const add = async (title: string, more: object = {}): Promise<number> =>
          (await events.create({ ...AN_EVENT, title, ...more })).event.id;
        const old = await add("Old", { start_date: "1990-05-01", end_date: "1990-05-01", tags: ["kept"] });
        const series = await add("Weekly", {
          recurrence: { rules: ["FREQ=WEEKLY;COUNT=9"] },
          tags: ["kept"],
        });
        const hidden = await add("Hidden", { hide_from_listings: true, tags: ["kept"] });
        const other = await add("Other");
        expect(await idsOf(events.stream())).to.deep.equal([old, series, other]);
        expect(await idsOf(events.stream({ tags: "kept" }))).to.deep.equal([old, series]);
        expect(await idsOf(events.stream({ start_date: "2031-05-10" }))).to.deep.equal([series]);
        expect(await idsOf(events.stream({ start_date: "2031-01-01" }, { after: series }))).to.deep.equal([
          other,
        ]);
        expect(hidden).to.be.greaterThan(series);
        const wrong = idsOf(events.stream({ start_date: "someday" }));
        expect(await wrong.catch(({ message }: Error) => message)).to.include("start_date");
      });
    });

  for (const { name, open } of firstStore)
    describe(`of callers on ${name}`, () => {
      const CALLERS: readonly Caller[] = [undefined, AUTHOR, EDITOR, { id: 3, roles: ["administrator"] }];

      it("are what lists show to them, with and without policies", async () => {
        const hidesGraz = {
          pure: true,
          narrow: ({ kind }: { readonly kind: string }) =>
            kind === "event"
              ? { extensions: [{ plugin: "none", field: "shown", anyOf: [true] }] }
              : undefined,
        };
        for (const policies of [[], [hidesGraz]]) {
          const store = await open();
          const calendar = await createCalendar({
            ...{ storage: store, scheduler: false, clock: CLOCK, identity: () => undefined, policies },
          });
          await store.transaction(async ({ events, venues, terms }) => {
            let id = 0;
            for (const author of [1, 2])
              for (const status of ["publish", "draft", "pending", "private", "future", "trash"]) {
                id += 1;
                const record = { id, status, author, slug: `record-${id}` };
                await events.save(anEvent(record));
                id += 1;
                await venues.save(aVenue({ ...record, id }));
              }
            await terms.save(aTerm({ id: 1, taxonomy: "category", slug: "music" }));
            await terms.save(aTerm({ id: 2, taxonomy: "tag", slug: "new" }));
            await terms.save(aTerm({ id: 3, taxonomy: "category", slug: "jazz" }));
          });
          for (const caller of CALLERS) {
            const api = calendar.as(caller);
            const all = { start_date: "1900-01-01", end_date: "2200-01-01", per_page: 50 };
            const listed = (items: readonly { readonly id: number }[]) =>
              items.map(({ id }) => id).sort((one, other) => one - other);
            const events = listed((await api.events.list(all)).items.map(({ event }) => event));
            expect(await idsOf(api.events.stream())).to.deep.equal(events);
            const venues = listed((await api.venues.list({ per_page: 50 })).items.map(({ venue }) => venue));
            expect(await idsOf(api.venues.stream())).to.deep.equal(venues);
            expect(venues.length).to.be.greaterThan(1);
            expect(events.length > 0).to.equal(policies.length === 0);
            expect(await idsOf(api.categories.stream())).to.deep.equal([1, 3]);
            expect(await idsOf(api.tags.stream())).to.deep.equal([2]);
          }
          await calendar.close();
          await store.close();
        }
      });
    });
});
