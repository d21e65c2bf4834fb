import type { TermView } from "@kalends/core/interface";
import { presentEventTerm, presentTerm } from "@kalends/http/internals";
import { aTerm } from "@kalends/storage-contract";
import { expect } from "chai";
import { aPresentation } from "./a-presentation.ts";

const PLAIN = aPresentation();

describe("presentTerm and presentEventTerm", () => {
  const namespace = "https://calendar.example/wp-json/tribe/events/v1";
  const category: TermView = {
    term: aTerm({ id: 21, name: "R&B", slug: "r-b", description: "Live", parentId: 20 }),
    count: 6,
    ancestors: ["music", "live"],
  };
  const tag: TermView = {
    term: aTerm({ id: 33, taxonomy: "tag", name: "late", slug: "late" }),
    count: 2,
    ancestors: [],
  };
  const categoryUrls = {
    self: `${namespace}/categories/21`,
    collection: `${namespace}/categories`,
    up: `${namespace}/categories/20`,
  };
  const tagUrls = { self: `${namespace}/tags/33`, collection: `${namespace}/tags` };

  it("show a category below its ancestors", () => {
    expect(presentTerm(category, PLAIN)).to.deep.equal({
      id: 21,
      count: 6,
      description: "Live",
      name: "R&amp;B",
      slug: "r-b",
      taxonomy: "tribe_events_cat",
      parent: 20,
      meta: [],
      url: "https://calendar.example/events/category/music/live/r-b/",
      urls: categoryUrls,
    });
  });

  it("show a tag without parents", () => {
    expect(presentTerm(tag, PLAIN)).to.deep.equal({
      id: 33,
      count: 2,
      description: "",
      name: "late",
      slug: "late",
      taxonomy: "post_tag",
      meta: [],
      url: "https://calendar.example/tag/late/",
      urls: tagUrls,
    });
  });

  it("show both alike inside events", () => {
    const common = { term_group: 0, filter: "raw" };
    expect(presentEventTerm(category, PLAIN)).to.deep.equal({
      ...common,
      name: "R&amp;B",
      slug: "r-b",
      term_taxonomy_id: 21,
      taxonomy: "tribe_events_cat",
      description: "Live",
      parent: 20,
      count: 6,
      id: 21,
      urls: categoryUrls,
    });
    expect(presentEventTerm(tag, PLAIN)).to.deep.equal({
      ...common,
      name: "late",
      slug: "late",
      term_taxonomy_id: 33,
      taxonomy: "post_tag",
      description: "",
      parent: 0,
      count: 2,
      id: 33,
      urls: tagUrls,
    });
  });
});
