import type { Term } from "@kalends/core";
import type { ListResult, TermView } from "@kalends/core/interface";
import { toLinkValues } from "@kalends/http/internals";
import { anEvent, aTerm } from "@kalends/storage-contract";
import { expect } from "chai";
import { ANONYMOUS, CONTRIBUTOR, EDITOR } from "../actors.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, callOn, openCalendar, refusal } from "../posts/calendar.ts";

describe("reading terms", () => {
  const calendar = ofEachTest(openCalendar);

  const save = async (...terms: readonly Partial<Term>[]): Promise<void> => {
    for (const term of terms) await calendar.store.terms.save(aTerm(term));
  };
  const list = (values: object, actor = ANONYMOUS, kind: "categories" | "tags" = "categories") =>
    call<ListResult<TermView>>(calendar.operations[kind].list, { ...values }, actor);
  const links = async (values: object, kind: "categories" | "tags" = "categories") =>
    toLinkValues(
      kind,
      calendar.operations[kind].list.parameters,
      (await list(values, ANONYMOUS, kind)).understood,
    );
  const ids = async (values: object, actor = ANONYMOUS): Promise<readonly number[]> =>
    (await list({ hide_empty: "0", ...values }, actor)).items.map(({ term }) => term.id);

  it("finds a term by its id, with the slugs above it and its count", async () => {
    await save(
      { id: 1, slug: "a" },
      { id: 2, slug: "b", parentId: 1 },
      { id: 3, slug: "c", parentId: 2 },
      { id: 4, taxonomy: "tag" },
    );
    await calendar.store.events.save(anEvent({ id: 11, categoryIds: [3] }));
    const get = (id: number) => callOn<TermView>(calendar.operations.categories.get, { id }, {}, ANONYMOUS);
    const { count, ancestors } = await get(3);
    expect([count, ancestors]).to.deep.equal([1, ["a", "b"]]);
    expect((await get(1)).ancestors).to.deep.equal([]);
    for (const id of [0, 4, 99]) {
      const { code, problems } = await refusal(get(id));
      expect([code, problems.id?.reason]).to.deep.equal(["rest_invalid_param", "unknown-category"]);
    }
    expect(calendar.operations.tags.get.target).not.to.have.property("slug");
  });

  it("counts published events that are not hidden, and no others", async () => {
    await save({ id: 1 });
    const states = ["publish", "draft", "pending", "private", "future", "trash"];
    for (const [at, status] of states.entries()) {
      await calendar.store.events.save(anEvent({ id: 11 + at, status, categoryIds: [1] }));
    }
    await calendar.store.events.save(anEvent({ id: 30, hideFromListings: true, categoryIds: [1] }));
    expect((await list({})).items.map(({ count }) => count)).to.deep.equal([1]);
  });

  // rules/terms.md#hide-empty
  it("hides empty terms unless told otherwise, but not those above used ones", async () => {
    await save({ id: 1, name: "A" }, { id: 2, name: "B", parentId: 1 }, { id: 3, name: "C" });
    await calendar.store.events.save(anEvent({ id: 11, categoryIds: [2] }));
    const { items, total } = await list({});
    expect([items.map(({ term }) => term.id), total]).to.deep.equal([[1, 2], 2]);
    expect((await list({ include: "3" })).total).to.equal(0);
    expect((await list({ include: "3", hide_empty: "false" })).total).to.equal(1);
    expect((await list({ parent: 0 })).items.map(({ term }) => term.id)).to.deep.equal([1]);
  });

  it("pages without an end", async () => {
    await save({ id: 1 }, { id: 2 }, { id: 3 });
    const past = await list({ hide_empty: "0", page: 7, per_page: 2 });
    expect(past).to.deep.include({ items: [], total: 3, page: 7, perPage: 2 });
    expect((await list({ per_page: "1000" })).perPage).to.equal(50);
    expect((await refusal(list({ page: 0 }))).problems.page?.reason).to.equal("not-a-positive-integer");
  });

  // rules/terms.md#term-search
  it("searches names and slugs for the text as a whole", async () => {
    await save(
      { id: 1, name: "Jazz Club", slug: "x" },
      { id: 2, name: "Y", slug: "swing-jazz" },
      { id: 3, name: "Club Jazz" },
    );
    expect(await ids({ search: "JAZZ" })).to.have.members([1, 2, 3]);
    expect(await ids({ search: "jazz club" })).to.deep.equal([1]);
    expect((await refusal(list({ search: "" }))).problems.search?.reason).to.equal("empty");
  });

  // rules/terms.md#include-exclude
  it("includes and excludes by id, slug or name, include being the stronger", async () => {
    await save(
      { id: 1, name: "A", slug: "a" },
      { id: 2, name: "B", slug: "b" },
      { id: 3, name: "C C", slug: "c" },
    );
    expect(await ids({ include: "1,b" })).to.deep.equal([1, 2]);
    expect(await ids({ include: ["C C"] })).to.deep.equal([3]);
    expect(await ids({ exclude: [1, "2"] })).to.deep.equal([3]);
    expect(await ids({ include: "1,2", exclude: "2" })).to.deep.equal([1, 2]);
    for (const value of ["99", "1,99", "zzz", "", [], { x: 1 }]) {
      expect((await refusal(list({ include: value }))).problems.include, JSON.stringify(value)).not.to.equal(
        undefined,
      );
      expect((await refusal(list({ exclude: value }))).problems.exclude, JSON.stringify(value)).not.to.equal(
        undefined,
      );
    }
    const many = Array.from({ length: 101 }, () => 1);
    expect((await refusal(list({ include: many }))).problems.include?.reason).to.equal("too-many");
  });

  describe("order", () => {
    beforeEach(async () => {
      await save(
        { id: 1, name: "b", slug: "z", description: "m" },
        { id: 2, name: "C", slug: "y", description: "m" },
      );
      await save(
        { id: 3, name: "A", slug: "x", description: "k", parentId: 2 },
        { id: 4, name: "a", slug: "w", description: "z" },
      );
      await calendar.store.events.save(anEvent({ id: 11, categoryIds: [2, 4] }));
      await calendar.store.events.save(anEvent({ id: 12, categoryIds: [4] }));
    });
    const rows: readonly (readonly [object, readonly number[]])[] = [
      [{}, [3, 4, 1, 2]],
      [{ order: "ASC" }, [3, 4, 1, 2]],
      [{ order: "desc" }, [2, 1, 3, 4]],
      [{ order: "sideways" }, [2, 1, 3, 4]],
      [{ orderby: "bogus" }, [3, 4, 1, 2]],
      [{ orderby: "id" }, [1, 2, 3, 4]],
      [{ orderby: "term_id", order: "desc" }, [4, 3, 2, 1]],
      [{ orderby: "name" }, [3, 4, 1, 2]],
      [{ orderby: "slug" }, [4, 3, 2, 1]],
      [{ orderby: "description" }, [3, 1, 2, 4]],
      [{ orderby: "count" }, [1, 3, 2, 4]],
      [{ orderby: "count", order: "desc" }, [4, 2, 1, 3]],
      [{ orderby: "parent" }, [1, 2, 4, 3]],
      [{ orderby: "term_group" }, [1, 2, 3, 4]],
      [{ orderby: "none", order: "desc" }, [1, 2, 3, 4]],
      [{ orderby: "include", include: "4,1,2" }, [4, 1, 2]],
      [{ orderby: "include" }, [3, 4, 1, 2]],
    ];
    for (const [values, expected] of rows) {
      it(`of ${JSON.stringify(values)} is ${expected.join(", ")}`, async () => {
        expect(await ids(values)).to.deep.equal(expected);
      });
    }

    it("is never empty", async () => {
      expect((await refusal(list({ order: "" }))).problems.order?.reason).to.equal("empty");
      expect((await refusal(list({ orderby: "" }))).problems.orderby?.reason).to.equal("empty");
    });
  });

  // rules/terms.md#parent-filter
  it("narrows to children, and to the top level with 0; tags have no such parameter", async () => {
    await save({ id: 1 }, { id: 2, parentId: 1 }, { id: 3, parentId: 2 }, { id: 4, taxonomy: "tag" });
    expect(await ids({ parent: 1 })).to.deep.equal([2]);
    expect(await ids({ parent: "0" })).to.deep.equal([1]);
    for (const parent of ["", "x", 99, 4]) {
      expect((await refusal(list({ parent }))).problems.parent?.reason).to.equal("unknown-category");
    }
    const tags = await list({ hide_empty: "0", parent: 99 }, ANONYMOUS, "tags");
    expect(tags.items.map(({ term }) => term.id)).to.deep.equal([4]);
    expect(await links({ hide_empty: "0", parent: 99 }, "tags")).to.deep.equal([["hide_empty", "0"]]);
  });

  // rules/terms.md#terms-of-event
  it("narrows to the terms of an event that the caller may read; event beats post", async () => {
    await save({ id: 1 }, { id: 2 });
    await calendar.store.events.save(anEvent({ id: 11, categoryIds: [1] }));
    await calendar.store.events.save(anEvent({ id: 12, categoryIds: [2], status: "draft", author: 4 }));
    expect(await ids({ post: 11 })).to.deep.equal([1]);
    expect(await ids({ event: 12, post: 11 }, CONTRIBUTOR)).to.deep.equal([2]);
    expect((await list({ event: 12 }, EDITOR)).total).to.equal(0);
    for (const name of ["event", "post"]) {
      for (const value of [12, 99, "x"]) {
        expect((await refusal(list({ [name]: value }))).problems[name]?.reason).to.equal("unknown-event");
      }
    }
  });

  it("narrows to one slug, normalised; an unknown one finds nothing", async () => {
    await save({ id: 1, slug: "jazz-club" }, { id: 2, slug: "x" });
    expect(await ids({ slug: "Jazz Club" })).to.deep.equal([1]);
    expect(await ids({ search: "  JAZZ-cl " })).to.deep.equal([1]);
    expect(await ids({ slug: "zzz" })).to.deep.equal([]);
    expect(await ids({ slug: "!!!" })).to.deep.equal([]);
    expect((await refusal(list({ slug: "" }))).problems.slug?.reason).to.equal("empty");
  });

  it("links to names with a comma so that they stay whole", async () => {
    await save({ id: 1, name: "Wine, women", slug: "wine" }, { id: 2, name: "Song", slug: "song" });
    const query = await links({ include: "Wine%2C women,song", hide_empty: "0", per_page: 1 });
    expect(query[0]).to.deep.equal(["include", "Wine%2C women,song"]);
    const [, include] = query[0] ?? [];
    expect(await ids({ include, hide_empty: "0" })).to.have.members([1, 2]);
  });

  it("links with every filter that was sent", async () => {
    await save({ id: 1, slug: "a" });
    expect(await links({ page: 1 })).to.deep.equal([]);
    const query = await links({
      slug: "a",
      parent: 0,
      hide_empty: "1",
      orderby: "id",
      order: "asc",
      include: [1, "a"],
      exclude: "1",
      search: "a",
    });
    expect(query).to.deep.equal([
      ["search", "a"],
      ["exclude", "1"],
      ["include", "1,a"],
      ["order", "asc"],
      ["orderby", "id"],
      ["hide_empty", "1"],
      ["parent", "0"],
      ["slug", "a"],
    ]);
  });
});
