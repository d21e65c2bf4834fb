import type { Repositories } from "@kalends/core";
import { freeSlug } from "@kalends/core/storage";
import { expect } from "chai";
import { anEvent, anOrganizer, aTerm, aVenue } from "../fixtures.ts";
import { type OpenStore, storeForEach } from "../opened.ts";

/**
 * Stores an event under a slug, or with the first free suffix if the slug is in use. Works with concurrent
 * writers.
 */
export const saveUnderFreeSlug = async (
  { events }: Repositories,
  id: number,
  wanted: string,
): Promise<string> => {
  for (;;) {
    const slug = await freeSlug(wanted, async (text) => (await events.findBySlug(text)) !== undefined);
    if (await events.save(anEvent({ id, slug }))) return slug;
  }
};

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => (index === 0 ? "concert" : `concert-${index + 1}`));

/**
 * Defines tests to check that slugs stay unique with concurrent writers (rules/events.md#slug-unique). `open`
 * must return a new, empty store.
 */
export const concurrentSlugsContract = (open: OpenStore): void => {
  describe("concurrent writers", () => {
    const store = storeForEach(open);
    const ids = Array.from({ length: 15 }, (_, index) => index + 1);

    it("get different slugs", async () => {
      const slugs = await Promise.all(ids.map((id) => saveUnderFreeSlug(store(), id, "concert")));
      expect(slugs).to.have.members(numbered(15));
      const stored = await store().events.readAfter(0, 100);
      expect(stored.map(({ slug }) => slug)).to.deep.equal(slugs);
    });

    it("get different slugs in units of work", async () => {
      const save = (id: number): Promise<string> =>
        store().transaction((unit) => saveUnderFreeSlug(unit, id, "concert"));
      expect(await Promise.all(ids.map(save))).to.have.members(numbered(15));
    });

    it("are refused but for one when they insist", async () => {
      const { venues, organizers, terms } = store();
      for (const save of [
        (id: number) => venues.save(aVenue({ id, slug: "same" })),
        (id: number) => organizers.save(anOrganizer({ id: id + 100, slug: "same" })),
        (id: number) => terms.save(aTerm({ id, slug: "same" })),
        (id: number) => store().transaction((unit) => unit.venues.save(aVenue({ id, slug: "other" }))),
      ]) {
        const answers = await Promise.all(ids.map(save));
        expect(answers.filter((isSaved) => isSaved)).to.have.length(1);
      }
    });
  });
};
