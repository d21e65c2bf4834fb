import { aTerm } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, CONTRIBUTOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { openCalendar } from "./calendar.ts";

describe("categories and tags of an event", () => {
  const calendar = ofEachTest(openCalendar);
  beforeEach(async () => {
    const { terms, ids } = calendar.store;
    await ids.reserve("term", 100);
    await terms.save(aTerm({ id: 1, name: "Music", slug: "music" }));
    await terms.save(aTerm({ id: 2, name: "Jazz", slug: "jazz-cat", parentId: 1 }));
    await terms.save(aTerm({ id: 3, name: "outdoor", slug: "outdoor", taxonomy: "tag" }));
    await terms.save(aTerm({ id: 4, name: "For families", slug: "families", taxonomy: "tag" }));
  });

  const created = async (body: Readonly<Record<string, unknown>>, by = ADMIN) => {
    const view = await calendar.createEvent(body, by);
    return {
      categories: view.categories.map(({ term }) => term.name),
      tags: view.tags.map(({ term }) => term.name),
    };
  };

  const categories: readonly (readonly [unknown, readonly string[]])[] = [
    [
      [1, 2],
      ["Jazz", "Music"],
    ],
    [1, ["Music"]],
    ["1", ["Music"]],
    ["1, 2,,", ["Jazz", "Music"]],
    [["jazz-cat"], ["Jazz"]],
    [["Jazz", "JAZZ", 2], ["Jazz"]],
    ["Music,Brand New", ["Brand New", "Music"]],
    ["Solo New", ["Solo New"]],
    [
      ["Food, Drink", "1, 2"],
      ["Food, Drink", "Jazz", "Music"],
    ],
    [["New", "new", " New "], ["New"]],
    [[99999], []],
    [[99999, 1], ["Music"]],
    [3, []],
    [[], []],
    ["", []],
    [null, []],
    [[" ", ""], []],
  ];
  for (const [sent, names] of categories) {
    it(`${JSON.stringify(sent)} assigns ${JSON.stringify(names)}`, async () => {
      expect((await created({ categories: sent })).categories).to.deep.equal(names);
    });
  }

  const tags: readonly (readonly [unknown, readonly string[]])[] = [
    [
      [3, 4],
      ["For families", "outdoor"],
    ],
    [["families"], ["For families"]],
    [["for families"], ["For families"]],
    ["outdoor,fresh tag", ["fresh tag", "outdoor"]],
    [[99999], []],
    [["music"], ["music"]],
  ];
  for (const [sent, names] of tags) {
    it(`tags ${JSON.stringify(sent)} assigns ${JSON.stringify(names)}`, async () => {
      expect((await created({ tags: sent })).tags).to.deep.equal(names);
    });
  }

  it("are created at the top level with a slug of their name, by anybody who may write events", async () => {
    await created({ categories: ["Ünïque name"], tags: "Ünïque name" }, CONTRIBUTOR);
    for (const taxonomy of ["category", "tag"] as const) {
      const term = await calendar.store.terms.findBySlug(taxonomy, "unique-name");
      expect(term).to.include({ name: "Ünïque name", parentId: 0 });
    }
  });

  it("are replaced by those sent, taken off by an empty list, and stay otherwise", async () => {
    const { event } = await calendar.createEvent({ categories: [1], tags: [3] });
    const updated = async (body: Readonly<Record<string, unknown>>) => {
      const { event: changed } = await calendar.update(event.id, body);
      return [changed.categoryIds, changed.tagIds];
    };
    expect(await updated({ title: "Other" })).to.deep.equal([[1], [3]]);
    expect(await updated({ categories: null, tags: null })).to.deep.equal([[1], [3]]);
    expect(await updated({ categories: [2] })).to.deep.equal([[2], [3]]);
    expect(await updated({ categories: [] })).to.deep.equal([[], [3]]);
    expect(await updated({ tags: "" })).to.deep.equal([[], []]);
  });
});
