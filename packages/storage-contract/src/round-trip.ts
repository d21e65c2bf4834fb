import type { Post } from "@kalends/core";
import type { PostRepository } from "@kalends/core/storage";
import { expect } from "chai";
import {
  ALL_LINKED,
  allTerms,
  anEvent,
  anImage,
  anOrganizer,
  aTerm,
  aVenue,
  EVERYTHING,
} from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

const ODD_TEXTS: Readonly<Record<string, string>> = {
  empty: "",
  blank: "  \t\r\n leading and trailing \u00a0",
  markup: '<p class="a">it\'s &amp; 100% \\ \\\\ \\n _ * ? $where {$gt:1} ; -- DROP</p>',
  composed: "caf\u00e9",
  decomposed: "cafe\u0301",
  scripts: "Ελλάς Россия עברית العربية हिन्दी 日本語 がく ไทย 한국어",
  emoji: "👩‍👩‍👧‍👦 🇫🇷 \u{1f600}",
  controls: "\u0001\u0008\u000b\u001f\u007f\u0085\u2028\u2029\ufeff\uffff\ufffd\u202e",
  long: "длинно ".repeat(14_285).slice(0, 100_000),
};

const EXTENSIONS = {
  "plugin.with.dots": { "a.b": 1, $set: "x", "": "unnamed", _id: 7, nothing: null },
  other: { deep: [{ list: [[], {}, [1.5, -0.25, 1e21, 2 ** 53 - 1]], yes: true, no: false }], text: "ü\n" },
  empty: {},
};

const POST = {
  id: 1,
  author: 4_000_000_000,
  status: "trash",
  slug: "%d0%b4%d0%bb__trashed",
  date: "2030-02-28 23:59:59",
  dateUtc: "0000-00-00 00:00:00",
  modified: "2030-03-01 00:00:00",
  modifiedUtc: "2030-02-28 23:00:00",
  description: "<p>a</p>",
  excerpt: "b",
  imageId: 4,
  lineage: ["site.example?id=12", "other.example?id=3"],
  sourceId: 12,
  origin: { importer: "icalendar", subscription: "1482951" },
  trashed: { status: "private", slug: "%d0%b4%d0%bb" },
  extensions: EXTENSIONS,
};

/** Test event with a value for every member. Test records of other kinds follow, also with all members. */
const FULL_EVENT = anEvent({
  ...POST,
  title: "Title",
  start: "2030-03-31 01:30:00",
  end: "2030-04-01 02:30:00",
  utcStart: "2030-03-30 20:00:00",
  utcEnd: "2030-03-31 21:00:00",
  startFold: true,
  endFold: true,
  nominalDays: 1,
  timezone: "UTC+5:30",
  abbreviation: "UTC+5:30",
  allDay: true,
  cost: { values: ["10", "12,50 €"], symbol: "€", position: "postfix" },
  website: "",
  showMap: false,
  showMapLink: false,
  hideFromListings: true,
  sticky: true,
  featured: true,
  eventStatus: "rescheduled",
  statusReason: "Rain < wind",
  previousStart: "2031-05-02 20:30:00",
  categoryIds: [31, 30],
  tagIds: [40],
  venueId: 2,
  organizerIds: [9, 7, 8],
  parentId: 3,
});
const FULL_VENUE = aVenue({
  ...POST,
  ...{ name: "n", address: "a", city: "c", country: "co", province: "p", state: "s", zip: "z", phone: "+1" },
  ...{ stateProvince: "sp", website: "w", showMap: false, showMapLink: false },
  coordinates: { lat: -89.123456789, lng: 0 },
});
const FULL_ORGANIZER = anOrganizer({ ...POST, name: "n", phone: "p", website: "w", email: "e" });

/**
 * Defines tests to check that a stored record is read with equal values, member by member. `open` must return
 * a new, empty store.
 */
export const roundTripContract = (open: OpenStore): void => {
  describe("what is stored", () => {
    const store = storeForEach(open);

    it("comes back with every member of an event", async () => {
      for (const id of [9, 7, 8]) await store().organizers.save(anOrganizer({ id }));
      for (const id of [31, 30]) await store().terms.save(aTerm({ id }));
      await store().terms.save(aTerm({ id: 40, taxonomy: "tag" }));
      await store().venues.save(aVenue({ id: 2 }));
      await store().images.save(anImage({ id: 4 }));
      await store().events.save(anEvent({ id: 3 }));
      await comesBack(store().events, FULL_EVENT, anEvent());
    });

    it("comes back with every member of a venue", async () => {
      await store().images.save(anImage({ id: 4 }));
      await comesBack(store().venues, FULL_VENUE, aVenue());
    });

    it("comes back with every member of an organizer", async () => {
      await store().images.save(anImage({ id: 4 }));
      await comesBack(store().organizers, FULL_ORGANIZER, anOrganizer());
    });

    it("is not changed by changing what was answered or saved", async () => {
      const extensions = { plugin: { list: [1] } };
      const read = async (): Promise<readonly object[]> => [
        ...(await store().terms.findMany([1])),
        ...(await store().terms.list(allTerms("category"))).items,
        ...(await store().images.findMany([4])),
        ...(await store().events.list(EVERYTHING)).items,
        ...(await store().venues.list(ALL_LINKED)).items,
      ];
      // Clone the records: test records may share constants, which must not be changed.
      const [term, image] = structuredClone([aTerm({ extensions }), anImage({ id: 4, sizes: {} })] as const);
      const [event, venue] = structuredClone([anEvent(), aVenue({ id: 2 })] as const);
      await store().terms.save(term);
      await store().images.save(image);
      await store().events.save(event);
      await store().venues.save(venue);
      const before = structuredClone(await read());
      expect(before).to.have.length(5);
      for (const record of [...(await read()), term, image, event, venue]) corrupt(record);
      expect(await read()).to.deep.equal(before);
    });

    for (const [name, text] of Object.entries(ODD_TEXTS)) {
      it(`keeps every character of texts: ${name}`, async () => {
        const described = { description: text, excerpt: text, website: text };
        const named = { ...described, name: text, extensions: { plugin: { text } } };
        const { events, venues, organizers, terms } = store();
        await comesBack(events, anEvent({ ...described, title: text, extensions: named.extensions }));
        await comesBack(venues, aVenue({ id: 2, ...named, address: text }));
        await comesBack(organizers, anOrganizer({ id: 3, ...named, email: text }));
        const term = aTerm({ id: 4, name: text, description: text });
        await terms.save(term);
        expect(await terms.find("category", 4)).to.deep.include(term);
      });
    }
  });
};

/**
 * Expects that each way of reading returns the stored record. Each given record replaces the previous one.
 */
const comesBack = async <T extends Post>(
  repository: PostRepository<T, never>,
  ...records: readonly T[]
): Promise<void> => {
  for (const record of records) {
    const { id, slug } = record;
    expect(await repository.save(record)).to.equal(true);
    expect(await repository.find(id)).to.deep.equal(record);
    expect(await repository.findMany([id])).to.deep.equal([record]);
    expect(await repository.findBySlug(slug)).to.deep.equal(record);
    expect(await repository.readAfter(id - 1, 1)).to.deep.equal([record]);
  }
};

/** Changes every member of an object and of its nested objects. Ignores objects that are frozen. */
export const corrupt = (target: object): void => {
  for (const [name, value] of Object.entries(target)) {
    if (typeof value === "object" && value !== null) corrupt(value);
    Reflect.set(target, name, "spoilt");
  }
  Reflect.set(target, "added", "spoilt");
};
