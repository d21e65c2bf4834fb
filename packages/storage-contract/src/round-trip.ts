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
  trashed: { status: "private", slug: "%d0%b4%d0%bb" },
  extensions: EXTENSIONS,
};

/** Whatever is stored comes back equal, member by member. `open` gives a new, empty store. */
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
      const full = anEvent({
        ...POST,
        title: "Title",
        start: "2030-03-31 01:30:00",
        end: "2030-04-01 02:30:00",
        utcStart: "2030-03-30 20:00:00",
        utcEnd: "2030-03-31 21:00:00",
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
        categoryIds: [31, 30],
        tagIds: [40],
        venueId: 2,
        organizerIds: [9, 7, 8],
        parentId: 3,
      });
      await store().events.save(full);
      expect(await store().events.find(1)).to.deep.equal(full);
      expect(await store().events.findMany([1])).to.deep.equal([full]);
      expect(await store().events.findBySlug(full.slug)).to.deep.equal(full);
      expect(await store().events.readAfter(0, 1)).to.deep.equal([full]);
      const bare = anEvent({ id: 1 });
      await store().events.save(bare);
      expect(await store().events.find(1)).to.deep.equal(bare);
    });

    it("comes back with every member of a venue and an organizer", async () => {
      await store().images.save(anImage({ id: 4 }));
      const venue = aVenue({
        ...POST,
        name: "n",
        address: "a",
        city: "c",
        country: "co",
        province: "p",
        state: "s",
        zip: "z",
        phone: "+1",
        stateProvince: "sp",
        website: "w",
        showMap: false,
        showMapLink: false,
        coordinates: { lat: -89.123456789, lng: 0 },
      });
      const organizer = anOrganizer({ ...POST, id: 2, name: "n", phone: "p", website: "w", email: "e" });
      await store().venues.save(venue);
      await store().organizers.save(organizer);
      expect(await store().venues.find(1)).to.deep.equal(venue);
      expect(await store().organizers.find(2)).to.deep.equal(organizer);
      await store().venues.save(aVenue({ id: 1 }));
      await store().organizers.save(anOrganizer({ id: 2 }));
      expect(await store().venues.find(1)).to.deep.equal(aVenue({ id: 1 }));
      expect(await store().organizers.find(2)).to.deep.equal(anOrganizer({ id: 2 }));
    });

    it("is not changed by changing what was answered or saved", async () => {
      const extensions = { plugin: { list: [1] } };
      const [term, image] = [aTerm({ extensions }), anImage({ id: 4, sizes: {} })];
      const read = async (): Promise<readonly object[]> => [
        ...(await store().terms.findMany([1])),
        ...(await store().terms.list(allTerms("category"))).items,
        ...(await store().images.findMany([4])),
        ...(await store().events.list(EVERYTHING)).items,
        ...(await store().venues.list(ALL_LINKED)).items,
      ];
      // Clones: fixtures may share constants, which must not be spoilt.
      const saved = structuredClone([term, image, anEvent(), aVenue({ id: 2 })] as const);
      await store().terms.save(saved[0]);
      await store().images.save(saved[1]);
      await store().events.save(saved[2]);
      await store().venues.save(saved[3]);
      const before = structuredClone(await read());
      expect(before).to.have.length(5);
      for (const answer of [...(await read()), ...saved]) spoil(answer);
      expect(await read()).to.deep.equal(before);
    });

    for (const [name, text] of Object.entries(ODD_TEXTS)) {
      it(`keeps every character of texts: ${name}`, async () => {
        const extensions = { plugin: { text } };
        const event = anEvent({ title: text, description: text, excerpt: text, website: text, extensions });
        const venue = aVenue({ id: 2, name: text, description: text, address: text, website: text });
        const organizer = anOrganizer({ id: 3, name: text, description: text, email: text });
        const term = aTerm({ id: 4, name: text, description: text });
        await store().events.save(event);
        await store().venues.save(venue);
        await store().organizers.save(organizer);
        await store().terms.save(term);
        expect((await store().events.find(1)) ?? {}).to.deep.equal(event);
        expect(await store().venues.find(2)).to.deep.equal(venue);
        expect(await store().organizers.find(3)).to.deep.equal(organizer);
        expect(await store().terms.find("category", 4)).to.deep.include(term);
      });
    }
  });
};

/** Changes every member of an object, and of those inside it; one that is frozen may refuse. */
export const spoil = (target: object): void => {
  for (const [name, value] of Object.entries(target)) {
    if (typeof value === "object" && value !== null) spoil(value);
    Reflect.set(target, name, "spoilt");
  }
  Reflect.set(target, "added", "spoilt");
};
