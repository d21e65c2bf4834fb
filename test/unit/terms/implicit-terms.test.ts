import type { EventView } from "@kalends/core/interface";
import { aTerm } from "@kalends/storage-contract";
import { expect } from "chai";
import { CONTRIBUTOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, openCalendar } from "../posts/calendar.ts";

describe("categories and tags inside an event", () => {
  const calendar = ofEachTest(openCalendar);
  beforeEach(async () => {
    const { terms } = calendar.store;
    await terms.save(aTerm({ id: 901, name: "Music", slug: "music" }));
    await terms.save(aTerm({ id: 902, name: "Live Jazz", slug: "jazz" }));
    await terms.save(aTerm({ id: 903, taxonomy: "tag", name: "Family", slug: "fam" }));
  });

  const assigned = async (values: object): Promise<EventView> =>
    call<EventView>(
      calendar.operations.events.create,
      { title: "Concert", start_date: "2031-01-01 10:00:00", end_date: "2031-01-01 12:00:00", ...values },
      CONTRIBUTOR,
    );

  it("are found by id, slug or name, once each; unknown ids are skipped", async () => {
    const { event } = await assigned({
      categories: ["901", 902, "MUSIC", "live jazz", 999, " "],
      tags: "fam,Family",
    });
    expect(event.categoryIds).to.deep.equal([901, 902]);
    expect(event.tagIds).to.deep.equal([903]);
  });

  it("are created at the top level when their name is new, without a right on terms", async () => {
    const { event, tags } = await assigned({ tags: "Open <b>Air</b>,open air", categories: "Family" });
    expect(tags.map(({ term }) => [term.name, term.slug, term.parentId])).to.deep.equal([
      ["Open Air", "open-air", 0],
    ]);
    expect(event.categoryIds).to.have.length(1);
    expect((await calendar.store.terms.findBySlug("category", "family"))?.id).to.equal(event.categoryIds[0]);
  });

  it("are not created of nothing", async () => {
    const { event } = await assigned({ tags: ["<b></b>", "", " ", "\u200B", "<i>\u2060</i>"] });
    expect(event.tagIds).to.deep.equal([]);
  });
});
