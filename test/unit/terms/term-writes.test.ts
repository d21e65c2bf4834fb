import type { Term } from "@kalends/core";
import type { TermView } from "@kalends/core/interface";
import { anEvent, aTerm } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";
import { foundById } from "../found.ts";
import { ofEachTest } from "../of-each-test.ts";
import { call, callOn, openCalendar, refusal } from "../posts/calendar.ts";

type Kind = "categories" | "tags";

describe("writing terms", () => {
  const calendar = ofEachTest(openCalendar);

  const create = async (kind: Kind, values: object, actor = ADMIN): Promise<Term> =>
    (await call<TermView>(calendar.operations[kind].create, { ...values }, actor)).term;
  const update = async (kind: Kind, id: number, values: object, actor = ADMIN): Promise<Term> =>
    (await callOn<TermView>(calendar.operations[kind].update, { id }, { ...values }, actor)).term;
  const remove = (kind: Kind, id: number, actor = ADMIN): Promise<TermView> =>
    callOn<TermView>(calendar.operations[kind].delete, { id }, {}, actor);

  describe("create", () => {
    it("stores the term, cleaned, unused", async () => {
      const { operations, store } = calendar;
      const { term, count } = await call<TermView>(
        operations.categories.create,
        { name: "  R&B <i>x</i> ", description: "All <script>x</script>of it", slug: "R & B!" },
        ADMIN,
      );
      expect(term).to.include({ name: "R&B x", description: "All of it", slug: "r-b", parentId: 0 });
      expect(count).to.equal(0);
      expect(await store.terms.find("category", term.id)).to.deep.include(term);
    });

    it("makes the slug of the name, or of the id when the name gives none", async () => {
      expect((await create("tags", { name: "Open Air" })).slug).to.equal("open-air");
      const { id, slug } = await create("tags", { name: "???" });
      expect(slug).to.equal(String(id));
    });

    it("refuses empty and misshapen fields, and unknown parents", async () => {
      const bad: readonly (readonly [string, unknown])[] = [
        ["name", ""],
        ["name", 2027],
        ["name", ["x"]],
        ["description", ""],
        ["slug", ""],
        ["parent", ""],
        ["parent", "music"],
        ["parent", 99],
      ];
      for (const [name, value] of bad) {
        const { code, problems } = await refusal(create("categories", { name: "Music", [name]: value }));
        expect([code, Object.keys(problems)], `${name} ${value}`).to.deep.equal([
          "rest_invalid_param",
          [name],
        ]);
      }
      expect((await refusal(create("categories", {}))).error.details.missing).to.deep.equal(["name"]);
      expect((await refusal(create("tags", { name: "<b></b>" }))).code).to.equal("empty_term_name");
      expect(await calendar.store.ids.last("term")).to.equal(0);
    });

    // rules/terms.md#tag-parents
    it("refuses a parent for tags", async () => {
      const { id } = await create("categories", { name: "Music" });
      for (const parent of [id, 0, "x"]) {
        const { code } = await refusal(create("tags", { name: "Jazz", parent }));
        expect(code).to.equal("rest_taxonomy_not_hierarchical");
      }
    });

    it("is for those who may write events and manage the taxonomy", async () => {
      for (const actor of [ANONYMOUS, SUBSCRIBER, CONTRIBUTOR]) {
        expect((await refusal(create("categories", { name: "A" }, actor))).code).to.equal("rest_forbidden");
        expect((await refusal(create("tags", { name: "A" }, actor))).code).to.equal("rest_forbidden");
      }
      expect((await refusal(create("tags", { name: "A" }, AUTHOR))).code).to.equal("rest_forbidden");
      expect((await create("categories", { name: "A" }, AUTHOR)).name).to.equal("A");
      expect((await create("tags", { name: "A" }, EDITOR)).name).to.equal("A");
      const halfway = { id: 9, capabilities: new Set(["manage_categories"] as const) };
      expect((await refusal(create("categories", { name: "B" }, halfway))).code).to.equal("rest_forbidden");
    });
  });

  describe("duplicates of categories", () => {
    // Category Music (`music`) with the child Jazz (`jazz-cat`), and Art (`art`) on the same level.
    let music: Term;
    let jazz: Term;
    beforeEach(async () => {
      music = await create("categories", { name: "Music" });
      jazz = await create("categories", { name: "Jazz", slug: "jazz-cat", parent: music.id });
      await create("categories", { name: "Blues", parent: music.id });
      await create("categories", { name: "Art" });
    });
    const exists = async (values: object): Promise<number | undefined> => {
      const { code, error } = await refusal(create("categories", values));
      expect(code).to.equal("term_exists");
      return error.details.termId;
    };

    it("are refused: the same name under the same parent", async () => {
      expect(await exists({ name: "MUSIC" })).to.equal(music.id);
      expect(await exists({ name: "jazz", parent: music.id })).to.equal(jazz.id);
    });
    it("are created: the same name with other accents", async () => {
      expect((await create("categories", { name: "Músic" })).slug).to.equal("music-2");
    });
    it("are created: the same name under another parent", async () => {
      expect((await create("categories", { name: "Jazz" })).slug).to.equal("jazz");
      expect((await create("categories", { name: "Art", parent: music.id })).slug).to.equal("art-music");
    });
    it("are refused: the same name, parent and slug", async () => {
      expect(await exists({ name: "Jazz", slug: "jazz-cat", parent: music.id })).to.equal(jazz.id);
    });
    it("are refused: the same name and parent with the slug of a sibling", async () => {
      await exists({ name: "Jazz", slug: "blues", parent: music.id });
    });
    it("are created: the same name and parent with a free slug", async () => {
      expect((await create("categories", { name: "Jazz", slug: "swing", parent: music.id })).slug).to.equal(
        "swing",
      );
    });
    it("are created: the same name and parent with a slug from elsewhere in the tree", async () => {
      const term = await create("categories", { name: "Jazz", slug: "art", parent: music.id });
      expect(term.slug).to.equal("art-music");
    });
    it("are created: another name with a slug that is taken", async () => {
      expect((await create("categories", { name: "Music Two", slug: "music" })).slug).to.equal("music-2");
    });
    it("get the slugs of all their ancestors, then a number", async () => {
      const bop = { slug: "art", parent: jazz.id };
      const slugs = [];
      for (const name of ["A", "B", "C", "D"])
        slugs.push((await create("categories", { name, ...bop })).slug);
      expect(slugs).to.deep.equal([
        "art-jazz-cat",
        "art-jazz-cat-music",
        "art-jazz-cat-music-2",
        "art-jazz-cat-music-3",
      ]);
    });
  });

  describe("duplicates of tags", () => {
    beforeEach(() => create("tags", { name: "Family", slug: "fam" }));

    it("are refused: the same name without a slug, or with one that is taken", async () => {
      expect((await refusal(create("tags", { name: "FAMILY" }))).error.details.termId).to.equal(1);
      expect((await refusal(create("tags", { name: "Family", slug: "fam" }))).code).to.equal("term_exists");
    });
    it("are created: the same name with a free slug, another name with a taken one", async () => {
      expect((await create("tags", { name: "Family", slug: "kids" })).slug).to.equal("kids");
      expect((await create("tags", { name: "Fam", slug: "fam" })).slug).to.equal("fam-2");
    });
    it("do not concern categories", async () => {
      expect((await create("categories", { name: "Family", slug: "fam" })).slug).to.equal("fam");
    });
  });

  describe("update", () => {
    it("changes what is sent; the slug does not follow the name", async () => {
      const { id } = await create("categories", { name: "Art", description: "Old" });
      expect(await update("categories", id, {})).to.include({ name: "Art", slug: "art", description: "Old" });
      expect(await update("categories", id, { name: "Arts" })).to.include({ name: "Arts", slug: "art" });
      const changed = await update("categories", id, { slug: "Fine Arts", description: "New" });
      expect(changed).to.include({ name: "Arts", slug: "fine-arts", description: "New" });
      expect(await calendar.store.terms.find("category", id)).to.deep.include(changed);
    });

    it("allows a name that is used already, but no slug of another term", async () => {
      await create("categories", { name: "Music" });
      const { id } = await create("categories", { name: "Art" });
      expect((await update("categories", id, { name: "Music" })).name).to.equal("Music");
      expect((await refusal(update("categories", id, { slug: "music" }))).code).to.equal(
        "duplicate_term_slug",
      );
      expect((await update("categories", id, { slug: "art" })).slug).to.equal("art");
    });

    it("makes the slug free when the parent changes too", async () => {
      const music = await create("categories", { name: "Music" });
      const { id } = await create("categories", { name: "Art" });
      const moved = await update("categories", id, { slug: "music", parent: music.id });
      expect(moved).to.include({ slug: "music-music", parentId: music.id });
    });

    // rules/terms.md#circular-parents
    it("moves to another parent and to the top, and to the top instead of below itself", async () => {
      const music = await create("categories", { name: "Music" });
      const jazz = await create("categories", { name: "Jazz", parent: music.id });
      const bop = await create("categories", { name: "Bop", parent: jazz.id });
      expect((await update("categories", bop.id, { parent: music.id })).parentId).to.equal(music.id);
      expect((await update("categories", bop.id, { parent: 0 })).parentId).to.equal(0);
      expect((await update("categories", bop.id, { parent: "0" })).parentId).to.equal(0);
      expect((await update("categories", jazz.id, { parent: jazz.id })).parentId).to.equal(0);
      await update("categories", jazz.id, { parent: music.id });
      await update("categories", bop.id, { parent: jazz.id });
      await update("categories", music.id, { parent: bop.id });
      expect((await calendar.store.terms.find("category", music.id))?.parentId).to.equal(0);
    });

    it("refuses empty texts, unknown ids and parents of tags", async () => {
      const { id } = await create("tags", { name: "Family" });
      for (const name of ["name", "description", "slug"]) {
        expect(Object.keys((await refusal(update("tags", id, { [name]: "" }))).problems)).to.deep.equal([
          name,
        ]);
      }
      expect((await refusal(update("tags", id, { name: "<b></b>" }))).code).to.equal("empty_term_name");
      expect((await refusal(update("tags", id, { parent: 0 }))).code).to.equal(
        "rest_taxonomy_not_hierarchical",
      );
      expect(
        (await refusal(update("categories", id, { name: "x" }, ANONYMOUS))).problems.id?.reason,
      ).to.equal("unknown-category");
    });

    it("is for those who manage the taxonomy", async () => {
      const { id } = await create("tags", { name: "Family" });
      expect((await refusal(update("tags", id, { name: "x" }, AUTHOR))).code).to.equal("rest_forbidden");
    });
  });

  // rules/terms.md#term-deletion
  describe("delete", () => {
    it("answers the term as it was, moves children up and takes it off events", async () => {
      const { store } = calendar;
      const music = await create("categories", { name: "Music" });
      const jazz = await create("categories", { name: "Jazz", parent: music.id });
      const bop = await create("categories", { name: "Bop", parent: jazz.id });
      await store.events.save(anEvent({ id: 1, categoryIds: [jazz.id, bop.id] }));
      expect(await remove("categories", jazz.id)).to.deep.equal({
        term: jazz,
        count: 1,
        ancestors: ["music"],
      });
      expect((await store.terms.find("category", bop.id))?.parentId).to.equal(music.id);
      expect((await store.events.find(1))?.categoryIds).to.deep.equal([bop.id]);
      expect((await refusal(remove("categories", jazz.id))).problems.id?.reason).to.equal("unknown-category");
    });

    it("checks the id before the right", async () => {
      const { id } = await create("tags", { name: "Family" });
      expect((await refusal(remove("tags", 99, SUBSCRIBER))).problems.id?.reason).to.equal("unknown-tag");
      expect((await refusal(remove("tags", id, SUBSCRIBER))).code).to.equal("rest_forbidden");
      expect((await refusal(remove("tags", id, AUTHOR))).code).to.equal("rest_forbidden");
    });

    // rules/terms.md#vanished-term
    it("answers that the term has gone when another caller was quicker", async () => {
      const { operations, store } = calendar;
      await store.terms.save(aTerm({ id: 50, taxonomy: "tag" }));
      await store.terms.remove(50);
      const call = { actor: ADMIN, found: foundById<Term>(50) };
      expect((await refusal(operations.tags.delete.run({}, call))).code).to.equal("rest_term_invalid");
      expect((await refusal(operations.tags.update.run({}, call))).code).to.equal("rest_term_invalid");
    });
  });
});
