import { DOMAIN_EVENT_NAMES } from "@kalends/core/interface";
import { expect } from "chai";
import { toPluginPage } from "./plugin-page.ts";
import { type PluginReference, readPluginReference } from "./plugin-reference.ts";

describe("docs/reference/plugins.md", function () {
  this.timeout(30_000);
  let reference: PluginReference;
  before(() => {
    reference = readPluginReference();
  });

  it("has every option, contribution and dependency, inherited ones too, each with a doc comment", () => {
    for (const kind of ["options", "contributions", "dependencies"] as const) {
      const undocumented = reference[kind].filter(({ comment }) => comment.trim() === "");
      expect(
        undocumented.map(({ name }) => name),
        kind,
      ).to.deep.equal([]);
    }
    const names = (kind: "options" | "contributions" | "dependencies") =>
      reference[kind].map(({ name }) => name);
    expect(names("options")).to.include.members(["name", "setup", "services", "storageSchemes", "commands"]);
    expect(names("contributions")).to.include.members(["eventFilters", "jobs", "onClose"]);
    expect(names("dependencies")).to.include.members(["calendar", "amend", "toText"]);
  });

  it("has every export of the entry, and what these are made of, once, without bodies of functions", () => {
    const exported = [
      ...reference.types,
      ...reference.functions,
      ...reference.constants,
      ...reference.others,
    ];
    const names = exported.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    expect(reference.functions.find(({ name }) => name === "eventFilter")?.source)
      .to.match(/^const eventFilter = <V/)
      .and.match(/\): EventFilter$/);
    expect(reference.others.find(({ name }) => name === "ListFilter")?.source).to.include("narrow(");
    expect(reference.types.find(({ name }) => name === "CalendarError")?.source).to.not.include("super(");
  });

  it("leads from a heading to each name once, and from each link to a heading", () => {
    const page = toPluginPage(reference);
    const anchors = [...page.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
    expect(anchors.filter((anchor, place) => anchors.indexOf(anchor) !== place)).to.deep.equal([]);
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
    expect(links).to.include("type-eventfilter");
    expect(links.filter((anchor) => !anchors.includes(anchor))).to.deep.equal([]);
  });

  it("names every domain event", () => {
    const page = toPluginPage(reference);
    expect(DOMAIN_EVENT_NAMES.filter((name) => !page.includes(`\`${name}\``))).to.deep.equal([]);
  });
});
