import type { StoreWithAccounts } from "@kalends/core/storage";
import { ImportError, type Source } from "@kalends/import";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { importInto, portionOf, type Shown, shownEvent, shownVenue, sourceOf } from "./merging.ts";

for (const { name, open } of stores)
  describe(`an import that does not come to its end, on ${name}`, () => {
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const events = Array.from({ length: 36 }, (_, index) => shownEvent(1000 + index));
    const countIn = async (): Promise<number> => (await store.events.readAfter(0, 500)).length;
    /** Creates a source that yields 12 events at a time. */
    const pagesOf = (shown: readonly Shown[], breaksAt = Number.POSITIVE_INFINITY): Source =>
      sourceOf(
        {},
        {
          async *read(list) {
            if (list !== "events") return;
            for (let first = 0; first < shown.length; first += 12) {
              if (first >= breaksAt) throw new ImportError("The source has gone.");
              yield portionOf(list, shown.slice(first, first + 12));
            }
          },
        },
      );

    it("keeps what was in, and goes on", async () => {
      const error = await importInto(store, pagesOf(events, 24)).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(Error).and.include({ name: "ImportError" });
      expect(await countIn()).to.equal(24);
      const { counts } = await importInto(store, pagesOf(events));
      expect(counts).to.deep.include({ added: { events: 12 }, unchanged: { events: 24 } });
    });

    it("stores the others where one of those that are stored together cannot be", async () => {
      const slugs = new Set<string>();
      const refusing = {
        ...store,
        transaction: <T>(work: Parameters<typeof store.transaction<T>>[0]): Promise<T> =>
          store.transaction((repositories) =>
            work({
              ...repositories,
              events: {
                ...repositories.events,
                save: async (event) =>
                  event.slug !== "event-1007" && slugs.add(event.slug) && repositories.events.save(event),
              },
            }),
          ),
      };
      const { counts, entries } = await importInto(refusing, pagesOf(events.slice(0, 12)));
      expect(counts.added).to.deep.equal({ events: 11 });
      expect(await countIn()).to.equal(11);
      expect(entries[7]).to.include({ outcome: "failed", sourceId: 1007 });
      expect(entries[7]?.reason).to.match(/its slug event-1007 belongs/);
    });

    it("remembers how far it is only once what waits for another record is stored", async () => {
      const steps: string[] = [];
      const child = shownEvent(1001, { post_parent: 1009 });
      const parts = [[child, shownEvent(1002)], [shownEvent(1003)], [shownEvent(1009)]];
      const source = sourceOf(
        {},
        {
          async *read(list) {
            if (list !== "events") return;
            for (const [index, part] of parts.entries())
              yield {
                ...portionOf(list, part),
                stored: async () => void steps.push(`${index}: ${await countIn()}`),
              };
          },
        },
      );
      await importInto(store, source);
      expect(steps).to.deep.equal(["0: 4", "1: 4", "2: 4"]);
    });

    it("says what had failed before it was broken off, and does not count as done", async () => {
      const reported: number[] = [];
      const broken = shownEvent(1001, { description: "&".repeat(2_000_000) });
      const source = sourceOf(
        {},
        {
          async *read(list) {
            if (list !== "events") return;
            for (const part of [[broken], [shownEvent(1002)]])
              yield { ...portionOf(list, part), stored: async (failed) => void reported.push(failed) };
          },
        },
      );
      await importInto(store, source);
      expect(reported).to.deep.equal([1, 1]);
      const { counts, lines } = await importInto(store, {
        ...sourceOf({ events: [shownEvent(1002)] }),
        failedBefore: (list) => (list === "events" ? 1 : 0),
      });
      expect(counts).to.include({ failed: 0, disagreements: 1 });
      expect(lines).to.deep.equal(["events: 1 failed in the interrupted run: the next run tries them again"]);
    });

    it("asks for the images of what events embed, too", async () => {
      const asked: string[] = [];
      const importImages = async (addresses: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
        asked.push(...addresses);
        return new Set();
      };
      const image = { id: 30, url: "https://old.example/hall.png" };
      await importInto(
        store,
        { events: [shownEvent(5, { venue: shownVenue(3, { image }) })] },
        { importImages },
      );
      expect(asked).to.deep.equal(["https://old.example/hall.png"]);
    });
  });
