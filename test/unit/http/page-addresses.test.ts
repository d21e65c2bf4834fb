import { toSlug } from "@kalends/core";
import { createPageAddresses } from "@kalends/http/internals";
import { anEvent, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";

const SITE = "https://calendar.example/below";
const NO_QUERY = new Map<string, readonly string[]>();

/** Templates of event paths, with the URL of event 7, `sommer-fest`, on 2031-05-04. */
const TEMPLATES: readonly (readonly [template: string, address: string])[] = [
  ["/event/{slug}/", `${SITE}/event/sommer-fest/`],
  ["/termine/{year}/{month}/{day}/{slug}", `${SITE}/termine/2031/05/04/sommer-fest`],
  ["/e/{id}", `${SITE}/e/7`],
  ["/e/{id}-{slug}", `${SITE}/e/7-sommer-fest`],
  ["/e/{slug}-{id}.html", `${SITE}/e/sommer-fest-7.html`],
  ["/{year}{month}{slug}/", `${SITE}/203105sommer-fest/`],
  ["/für/{path}", `${SITE}/f%C3%BCr/sommer-fest`],
  [`${SITE}/e.(x)/{slug}`, `${SITE}/e.(x)/sommer-fest`],
  ["https://Other.example/e/{slug}", "https://other.example/e/sommer-fest"],
];

const titles = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.webUrl(),
  fc.constantFrom("%2F", "7", "a/b", "Ü ö", "日本"),
);

describe("addresses of pages", () => {
  for (const [template, address] of TEMPLATES)
    it(`follow ${template}`, () => {
      const event = anEvent({ id: 7, slug: "sommer-fest", start: "2031-05-04 10:00:00" });
      expect(createPageAddresses({ event: template }).ofPost("event", event, true, SITE)).to.equal(address);
    });

  it("name the record that they are of, whatever its slug", () => {
    for (const [template] of TEMPLATES.slice(0, -1)) {
      const pages = createPageAddresses({ event: template });
      fc.assert(
        fc.property(titles, fc.integer({ min: 1 }), (title, id) => {
          const slug = toSlug(title);
          // Some symbols are decomposed into combining marks, which slugs in paths do not keep.
          fc.pre(slug !== "" && toSlug(slug) === slug);
          const url = pages.ofPost("event", anEvent({ id, slug }), true, SITE);
          expect(url.startsWith(`${SITE}/`)).to.equal(true);
          expect(new URL(url).href.toLowerCase()).to.equal(url.toLowerCase());
          const path = url.slice(SITE.length);
          const expected = template.includes("{id}") ? { kind: "event", id } : { kind: "event", slug };
          for (const sent of [
            path,
            path.replace(/\/$/, ""),
            path.replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase()),
          ])
            expect(pages.targetOf(SITE, sent, NO_QUERY), sent).to.deep.equal(expected);
        }),
      );
    }
  });

  it("are those of the reference unless somebody says otherwise", () => {
    const pages = createPageAddresses();
    const venue = aVenue({ id: 3, slug: "mill" });
    expect(pages.ofPost("venue", venue, true, SITE)).to.equal(`${SITE}/venue/mill/`);
    expect(pages.ofPost("venue", venue, false, SITE)).to.equal(`${SITE}/?post_type=tribe_venue&p=3`);
    const jazz = { term: aTerm({ id: 5, slug: "jazz" }), count: 0, ancestors: ["music", "live"] };
    expect(pages.ofTerm(jazz, SITE)).to.equal(`${SITE}/events/category/music/live/jazz/`);
    expect(
      pages.ofTerm({ term: aTerm({ taxonomy: "tag", id: 6, slug: "loud" }), count: 0, ancestors: [] }, SITE),
    ).to.equal(`${SITE}/tag/loud/`);
    const named = (path: string, query: Readonly<Record<string, string>> = {}) =>
      pages.targetOf(SITE, path, new Map(Object.entries(query).map(([name, value]) => [name, [value]])));
    expect(named("/events/category/music/live/jazz")).to.deep.equal({ kind: "category", slug: "jazz" });
    expect(named("/", { post_type: "tribe_organizer", p: "8" })).to.deep.equal({ kind: "organizer", id: 8 });
    for (const [path, query] of [
      ["/", { post_type: "post", p: "8" }],
      ["/", { post_type: "tribe_events", p: "1e3" }],
      ["/", { post_type: "tribe_events" }],
      ["/event/", {}],
      ["/event/a/b/", {}],
      ["/event/%2F/", {}],
      ["/EVENT/a/", {}],
      ["/event/%F0%28/", {}],
      ["//", {}],
    ] as const)
      expect(named(path, query), path).to.equal(undefined);
  });

  it("go on to lead to records when templates change", () => {
    const pages = createPageAddresses({ event: "/e/{id}", category: "/{path}" });
    expect(pages.targetOf(SITE, "/event/fair/", NO_QUERY)).to.deep.equal({ kind: "event", slug: "fair" });
    expect(pages.targetOf(SITE, "/e/99999999999999999999", NO_QUERY)).to.deep.equal({
      kind: "category",
      slug: "99999999999999999999",
    });
    expect(pages.targetOf(SITE, "/music/jazz", NO_QUERY)).to.deep.equal({ kind: "category", slug: "jazz" });
  });

  it("are none of records that do not exist yet", () => {
    const pages = createPageAddresses({ event: "/e/{id}", tag: "/t/{id}" });
    const url = pages.ofPost("event", anEvent({ id: -1, slug: "a" }), true, SITE);
    expect(url).to.equal(`${SITE}/?post_type=tribe_events&p=-1`);
    expect(
      pages.ofTerm({ term: aTerm({ taxonomy: "tag", id: -1, slug: "a" }), count: 0, ancestors: [] }, SITE),
    ).to.equal("");
  });
});
