import type { CalendarEvent, Organizer, Term, Venue } from "@kalends/core";
import {
  evaluateEventQuery,
  type Merge,
  type MergedKind,
  mergedRecords,
  OCCURRENCES_PER_WRITE,
  type Store,
  withUsage,
} from "@kalends/core/storage";
import { expect } from "chai";
import { anEvent, anOccurrence, anOrganizer, aSeries, aTerm, aVenue, EVERYTHING } from "../fixtures.ts";
import { findingsOf } from "../inspection.ts";
import { idsOf, LONG, type OpenStore, storeForEach } from "../opened.ts";
import { createDataset, type Dataset, saveDataset } from "../queries/dataset.ts";
import { seedsOf } from "../random/seeds.ts";

const KINDS: readonly MergedKind[] = ["venue", "organizer", "category", "tag"];

/** Moves all links that `merge` has left for later. */
export const moveAll = async ({ merges }: Pick<Store, "merges">): Promise<void> => {
  while (await merges.movePortion?.());
};

const inList = (ids: readonly number[], { targetId, sourceIds }: Merge): readonly number[] => [
  ...new Set(ids.map((id) => (sourceIds.includes(id) ? targetId : id))),
];

type Links = Partial<Pick<CalendarEvent, "venueId" | "organizerIds" | "categoryIds" | "tagIds">>;

/** Returns the links of an event, or the changed links of an occurrence, as they should be after a merge. */
const movedLinks = <T extends object>(
  links: T & { readonly [Member in keyof Links]?: unknown },
  merge: Merge,
) => {
  const member = (
    { venue: "venueId", organizer: "organizerIds", category: "categoryIds", tag: "tagIds" } as const
  )[merge.kind];
  const value = links[member];
  if (typeof value === "number") return { ...links, [member]: inList([value], merge)[0] };
  return Array.isArray(value) ? { ...links, [member]: inList(value, merge) } : links;
};

const withoutRevisions = ({ revision: _, ...event }: CalendarEvent) => {
  if (event.occurrence === undefined) return event;
  const { revision: _own, ...occurrence } = event.occurrence;
  return { ...event, occurrence };
};

const moved = (event: CalendarEvent, merge: Merge) => {
  const { occurrence } = event;
  const all = withoutRevisions(movedLinks(event, merge));
  return occurrence === undefined
    ? all
    : { ...all, occurrence: { ...all.occurrence, changes: movedLinks(occurrence.changes, merge) } };
};

export const saveAll = async (store: Store, records: Partial<Dataset>): Promise<void> =>
  store.transaction(async ({ venues, organizers, terms, events }) => {
    for (const venue of records.venues ?? []) await venues.save(venue);
    for (const organizer of records.organizers ?? []) await organizers.save(organizer);
    for (const term of records.terms ?? []) await terms.save(term);
    for (const event of records.events ?? []) await events.save(event);
  });

/** Defines the tests for every repository of merges. `open` must return a new, empty store. */
export const mergeRepositoryContract = (open: OpenStore): void => {
  describe("MergeRepository", function () {
    this.timeout(LONG);
    const store = storeForEach(open);

    for (const [kind, make] of [
      ["venue", (id: number) => ({ venues: [aVenue({ id, slug: `s-${id}` })] })],
      ["organizer", (id: number) => ({ organizers: [anOrganizer({ id, slug: `s-${id}` })] })],
      ["category", (id: number) => ({ terms: [aTerm({ id, slug: `s-${id}`, taxonomy: "category" })] })],
      ["tag", (id: number) => ({ terms: [aTerm({ id, slug: `s-${id}`, taxonomy: "tag" })] })],
    ] as const) {
      const find = (id: number): Promise<Venue | Organizer | Term | undefined> => {
        const { venues, organizers, terms } = store();
        if (kind === "venue") return venues.find(id);
        return kind === "organizer" ? organizers.find(id) : terms.find(kind, id);
      };
      const save = async (...ids: readonly number[]): Promise<void> => {
        for (const id of ids) await saveAll(store(), make(id) as Partial<Dataset>);
      };

      it(`removes a merged ${kind} and finds its target by id and slug`, async () => {
        await save(11, 12, 13);
        await store().merges.merge({ kind, targetId: 11, sourceIds: [12, 13] });
        expect(await find(11)).to.include({ id: 11 });
        expect(await find(12)).to.equal(undefined);
        const { merges } = store();
        expect([...(await merges.targetsOf(kind, [10, 11, 12, 13, 12]))]).to.have.deep.members([
          [12, 11],
          [13, 11],
        ]);
        expect(await merges.targetOfSlug(kind, "s-12")).to.equal(11);
        expect(await merges.targetOfSlug(kind, "s-11")).to.equal(undefined);
        for (const other of KINDS.filter((one) => one !== kind)) {
          expect((await merges.targetsOf(other, [12])).size).to.equal(0);
          expect(await merges.targetOfSlug(other, "s-12")).to.equal(undefined);
        }
      });

      it(`shortens chains of merges (${kind})`, async () => {
        await save(11, 12, 13);
        const { merges } = store();
        await merges.merge({ kind, targetId: 12, sourceIds: [11] });
        await merges.merge({ kind, targetId: 13, sourceIds: [12] });
        expect([...(await merges.targetsOf(kind, [11, 12]))]).to.have.deep.members([
          [11, 13],
          [12, 13],
        ]);
        expect(await merges.targetOfSlug(kind, "s-11")).to.equal(13);
      });

      it(`takes part in the transaction (${kind})`, async () => {
        await save(11, 12);
        const failing = store().transaction(async ({ merges }) => {
          await merges.merge({ kind, targetId: 11, sourceIds: [12] });
          throw new Error("halfway");
        });
        expect(await failing.catch(({ message }) => message)).to.equal("halfway");
        expect(await find(12)).to.include({ id: 12 });
        expect((await store().merges.targetsOf(kind, [12])).size).to.equal(0);
      });
    }

    it("frees the external ids of the sources, so that the target can get them", async () => {
      const externalIds = [{ source: "crm", id: "7" }];
      await saveAll(store(), {
        venues: [aVenue({ id: 1 }), aVenue({ id: 2, slug: "v-2", externalIds })],
        terms: [
          aTerm({ id: 1, taxonomy: "tag" }),
          aTerm({ id: 2, slug: "t-2", taxonomy: "tag", externalIds }),
        ],
      });
      await store().transaction(async ({ merges, venues, terms }) => {
        await merges.merge({ kind: "venue", targetId: 1, sourceIds: [2] });
        await venues.save(aVenue({ id: 1, externalIds }));
        await merges.merge({ kind: "tag", targetId: 1, sourceIds: [2] });
        await terms.save(aTerm({ id: 1, taxonomy: "tag", externalIds }));
      });
      const [externalId = { source: "", id: "" }] = externalIds;
      expect((await store().venues.findByExternalId(externalId))?.id).to.equal(1);
      expect((await store().terms.findByExternalId("tag", externalId))?.id).to.equal(1);
    });

    it("keeps no slug of a record in the trash", async () => {
      await saveAll(store(), {
        venues: [aVenue({ id: 1 }), aVenue({ id: 2, slug: "gone__trashed", status: "trash" })],
      });
      await store().merges.merge({ kind: "venue", targetId: 1, sourceIds: [2] });
      expect(await store().merges.targetOfSlug("venue", "gone__trashed")).to.equal(undefined);
      expect((await store().merges.targetsOf("venue", [2])).get(2)).to.equal(1);
    });

    it("gives an event that has several of the records the target once, at the first place", async () => {
      await saveAll(store(), {
        organizers: [1, 2, 3, 4].map((id) => anOrganizer({ id, slug: `o-${id}` })),
        events: [anEvent({ id: 9, organizerIds: [4, 2, 1, 3], revision: 7 })],
      });
      await store().merges.merge({ kind: "organizer", targetId: 1, sourceIds: [2, 3] });
      const event = await store().events.find(9);
      expect(event?.organizerIds).to.deep.equal([4, 1]);
      expect(event?.revision).to.be.greaterThan(7);
      expect(event?.modified).to.equal(anEvent({ id: 9 }).modified);
      expect(await store().events.idsLinkedTo({ organizerId: 1 }, 0, 10)).to.deep.equal([9]);
      expect(await store().events.idsLinkedTo({ organizerId: 2 }, 0, 10)).to.deep.equal([]);
    });

    it("moves child categories of the sources below the target", async () => {
      const category = (id: number, parentId: number) =>
        aTerm({ id, slug: `c-${id}`, taxonomy: "category", parentId, revision: 5 });
      await saveAll(store(), {
        terms: [category(1, 0), category(2, 0), category(3, 2), category(4, 2), category(5, 4)],
      });
      await store().merges.merge({ kind: "category", targetId: 1, sourceIds: [2, 4] });
      const children = await store().terms.findMany([3, 5]);
      expect(children.map(({ id, parentId }) => [id, parentId])).to.have.deep.members([
        [3, 1],
        [5, 1],
      ]);
      for (const { revision } of children) expect(revision).to.be.greaterThan(5);
      expect(await store().terms.find("category", 1)).to.include({ parentId: 0, revision: 5 });
      expect(await store().terms.withDescendants([1])).to.have.members([1, 3, 5]);
    });

    it("moves the own values of occurrences and what they have of their series", async () => {
      const series = aSeries({ id: 10, venueId: 2, tagIds: [22], start: "2030-01-01 10:00:00" });
      await saveAll(store(), {
        venues: [1, 2, 3].map((id) => aVenue({ id, slug: `v-${id}` })),
        terms: [21, 22].map((id) => aTerm({ id, slug: `t-${id}`, taxonomy: "tag" })),
        events: [series],
      });
      await store().events.saveOccurrences([
        anOccurrence(series, { id: 11, start: "2030-01-01 10:00:00", revision: 3 }),
        anOccurrence(series, {
          id: 12,
          start: "2030-01-02 10:00:00",
          revision: 3,
          changes: { venueId: 3, tagIds: [21, 22] },
        }),
      ]);
      await store().events.reconcileSeries(10);
      await store().merges.merge({ kind: "venue", targetId: 1, sourceIds: [2, 3] });
      await store().merges.merge({ kind: "tag", targetId: 21, sourceIds: [22] });
      const [inherited, own] = await store().events.occurrencesOf(10, "2030-01-01 00:00:00", 10);
      expect(inherited).to.deep.include({ venueId: 1, tagIds: [21] });
      expect(inherited?.occurrence?.changes).to.deep.equal({});
      expect(inherited?.occurrence?.revision).to.equal(3);
      expect(own).to.deep.include({ venueId: 1, tagIds: [21] });
      expect(own?.occurrence?.changes).to.deep.equal({ venueId: 1, tagIds: [21] });
      expect(own?.occurrence?.revision).to.be.greaterThan(3);
      expect((await store().terms.find("tag", 21))?.usage).to.deep.equal({ publish: 1 });
      const at = (venueId: number) => store().events.list({ ...EVERYTHING, venueIds: [venueId] });
      expect(idsOf((await at(1)).items)).to.deep.equal([11, 12]);
      expect((await at(2)).total).to.equal(0);
    });

    const seeds = seedsOf(1);
    for (const [index, kind] of KINDS.entries()) {
      const seed = seeds[index % seeds.length] ?? 1;
      it(`moves the links of random events (${kind}, SEED=${seed})`, async () => {
        const data = createDataset(seed);
        await saveDataset(store(), data);
        await store().ids.reserve("record", 9999);
        await store().ids.reserve("term", 999);
        const all = {
          venue: data.venues,
          organizer: data.organizers,
          category: data.terms.filter(({ taxonomy }) => taxonomy === "category"),
          tag: data.terms.filter(({ taxonomy }) => taxonomy === "tag"),
        };
        const [targetId = 0, ...sourceIds] = idsOf(all[kind]).slice(3, 9);
        const below = kind === "category" ? await store().terms.withDescendants(sourceIds) : [];
        if (below.includes(targetId)) return;
        const merge = { kind, targetId, sourceIds };
        await store().merges.merge(merge);
        await moveAll(store());
        const expected = data.events.map((event) => moved(event, merge));
        for (let from = 0; from < expected.length; from += OCCURRENCES_PER_WRITE) {
          const some = expected.slice(from, from + OCCURRENCES_PER_WRITE);
          const found = await store().events.findMany(idsOf(some));
          expect(found.map(withoutRevisions)).to.have.deep.members(some);
        }
        const filter = {
          venue: { venueIds: [targetId] },
          organizer: { organizerIds: [targetId] },
          category: { categoryIds: [targetId] },
          tag: { tagIds: [targetId] },
        }[kind];
        const query = { ...EVERYTHING, ...filter };
        const events = expected as readonly CalendarEvent[];
        expect(idsOf((await store().events.list(query)).items)).to.deep.equal(
          idsOf(evaluateEventQuery(query, events, data.venues).items),
        );
        if (kind === "category" || kind === "tag") {
          const target = await store().terms.find(kind, targetId);
          const [counted] = withUsage(
            data.terms.filter(({ id }) => id === targetId),
            events,
          );
          expect(target?.usage).to.deep.equal(counted?.usage);
        }
        expect(await findingsOf(store())).to.deep.equal([]);
      });
    }

    it("stores what remains of a merged record in documents", async () => {
      await saveAll(store(), { venues: [aVenue({ id: 1 }), aVenue({ id: 2, slug: "old" })] });
      await store().merges.merge({ kind: "venue", targetId: 1, sourceIds: [2] });
      const all = await mergedRecords(store().documents).readAfter("venue", "", 10);
      expect(all.map(({ record }) => record)).to.deep.equal([
        { kind: "venue", id: 2, mergedInto: 1, slug: "old" },
      ]);
    });
  });
};
