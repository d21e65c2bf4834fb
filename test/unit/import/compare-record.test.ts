import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createHtmlCleaner } from "@kalends/html";
import { type Comparison, compareRecord, EXPECTED_DIFFERENCES, type KnownRecord } from "@kalends/import";
import { expect } from "chai";

type Json = Record<string, unknown>;

const SITE = fileURLToPath(new URL("../../../fixtures/reference-site", import.meta.url));
const RULES = fileURLToPath(new URL("../../../../docs/rules", import.meta.url));

const [EVENT] = JSON.parse(readFileSync(`${SITE}/events.json`, "utf8")).events as [Json];
const THERE: Json = { ...EVENT, categories: [], tags: [], venue: [], organizer: [] };
const HERE: Json = {
  ...THERE,
  global_id: "here.example?id=141",
  global_id_lineage: ["here.example?id=141", ...(THERE.global_id_lineage as string[])],
  url: "https://here.example/event/event-388-lecture/",
  website: "https://here.example/event/event-388-lecture/",
  rest_url: "https://here.example/wp-json/tribe/events/v1/events/141",
  event_status: "scheduled",
  is_recurring: false,
};

const knownAs = (id: number, list: KnownRecord["list"] = "events"): KnownRecord["known"] => ({
  ...{
    list,
    id,
    identity: String(id),
    site: "calendar.example",
    sourceId: id,
    path: "",
    slug: "",
    base: "x",
  },
});

const compare = (there: Json, here: Json, more: Partial<KnownRecord> = {}): Comparison =>
  compareRecord(
    {
      list: "events",
      there,
      known: knownAs(141),
      authorId: 1,
      parentId: undefined,
      isUndated: false,
      isErased: false,
      embedded: {},
      ...more,
    },
    here,
    { cleaner: createHtmlCleaner(), now: "2031-01-01 00:00:00" },
  );

const membersOf = ({ unequal }: Comparison): readonly string[] => unequal.map(({ member }) => member);

const rulesOf = ({ expected }: Comparison): readonly string[] => [
  ...new Set(expected.map(({ reason }) => reason.rule)),
];

describe("comparing a record with that of its source", () => {
  it("finds what is no text unequal, whatever it is", () => {
    const evil = { toString: 1, valueOf: 1 };
    const there = {
      ...THERE,
      author: evil,
      slug: evil,
      cost_details: { values: [evil], currency_code: evil },
    };
    const term = {
      ...{ list: "tags" as const, there: { id: 5, slug: evil }, known: knownAs(5, "tags") },
      authorId: 1,
    };
    const tag = { ...term, parentId: undefined, isUndated: false, isErased: false, embedded: {} } as const;
    const comparison = compare(
      there,
      { ...HERE, tags: [{ id: 5, slug: "a" }] },
      { embedded: { tags: [tag] } },
    );
    expect(membersOf(comparison)).to.include.members(["slug", "cost_details.values"]);
  });

  it("finds nothing wrong with a record that was taken over", () => {
    const comparison = compare(THERE, HERE);
    expect(comparison.unequal).to.deep.equal([]);
    expect(rulesOf(comparison)).to.have.members([
      "rules/choices.md#import-lineage",
      "rules/choices.md#import-values",
      "rules/recurrence.md#recurrence-members",
      "rules/representations.md#base-addresses",
    ]);
  });

  const everyMember = Object.keys(THERE).filter((name) => !/(_details|^url|^rest_url)$/.test(name));
  for (const name of everyMember) {
    it(`finds another ${name}`, () => {
      const value = HERE[name];
      const other =
        typeof value === "boolean"
          ? !value
          : Array.isArray(value) || name === "image"
            ? { id: 3 }
            : `${value}9`;
      const found = membersOf(compare(THERE, { ...HERE, [name]: other }));
      // Import data identify the global id, and plugin fields are compared by another rule.
      if (name === "global_id") expect(found).to.deep.equal([]);
      else if (name === "custom_fields") expect(found).to.deep.equal([]);
      else
        expect(found).to.include(
          name === "global_id_lineage" ? "global_id" : name === "image" ? "image" : name,
        );
    });
  }

  it("finds a member that is not here, and one that is not there", () => {
    const { title, ...untitled } = HERE;
    expect(membersOf(compare(THERE, untitled))).to.deep.equal(["title"]);
    expect(compare(THERE, { ...HERE, image: { id: 4 } }).unequal).to.deep.equal([
      { member: "image", there: false, here: { id: 4 } },
    ]);
    expect(title).to.equal(THERE.title);
  });

  const differing: readonly (readonly [rule: string, there: Json, here: Json])[] = [
    ["rules/choices.md#import-ids", {}, { id: 141 }],
    ["rules/choices.md#import-ids", { slug: "jazz" }, { slug: "jazz-2" }],
    ["rules/choices.md#import-values", { title: "Rock &#8217;n&#8217; Roll" }, { title: "Rock ’n’ Roll" }],
    [
      "rules/representations.md#rendered-html",
      { description: "<p>One</p>\n\n<p>Two&#8230;</p>" },
      { description: "<p>One</p>\n<p>Two…</p>" },
    ],
    [
      "rules/choices.md#html-allow-list",
      { description: "<p onclick='x()'>One</p><script>x()</script>" },
      { description: "<p>One</p>" },
    ],
    [
      "rules/choices.md#import-rewritten-links",
      { description: '<p><a href="https://calendar.example/event/other/">Other</a></p>' },
      { description: '<p><a href="https://here.example/event/other/">Other</a></p>' },
    ],
    ["rules/dates.md#scheduled-publication", { status: "future" }, { status: "publish" }],
    ["rules/dates.md#modified-date", { modified_utc: "0000-00-00 00:00:00" }, {}],
    [
      "rules/dates.md#end-before-start",
      { utc_end_date: "2000-01-01 10:00:00" },
      { end_date: THERE.start_date, utc_end_date: THERE.utc_start_date },
    ],
    ["rules/choices.md#import-alt-texts", { image: { id: 4 } }, { image: { id: 4, alt: "A quay" } }],
    ["rules/choices.md#import-alt-texts", { image: { alt: "A  <b>quay" } }, { image: { alt: "A quay" } }],
    ["rules/choices.md#verify-untold-members", { sticky: null }, {}],
    ["rules/representations.md#cost-text", { cost: "Gratis" }, { cost: "Free" }],
    ["rules/representations.md#structured-data", {}, { json_ld: { "@type": "Event" } }],
    ["rules/representations.md#plugin-members", {}, { distance: 4 }],
    ["rules/choices.md#verify-foreign-members", { ticketed: false }, {}],
    [
      "rules/choices.md#import-custom-fields",
      { custom_fields: { _ecp_custom_2: { label: "Door", value: "7" } } },
      {},
    ],
  ];
  for (const [rule, there, here] of differing) {
    it(`lets differ what ${rule} says`, () => {
      const id = rule.endsWith("import-ids") ? { id: 12 } : {};
      const comparison = compare({ ...THERE, ...id, ...there }, { ...HERE, ...here });
      expect(comparison.unequal).to.deep.equal([]);
      expect(rulesOf(comparison)).to.include(rule);
    });
  }

  const wrong: readonly (readonly [what: string, there: Json, here: Json, member: string])[] = [
    ["an id that the import did not give", {}, { id: 530 }, "id"],
    ["another cost", { cost: "Free" }, { cost: "Free – $1000" }, "cost"],
    ["another slug", { slug: "jazz" }, { slug: "rock-2" }, "slug"],
    [
      "a link that leads elsewhere",
      { description: '<a href="https://a.example/">x</a>' },
      { description: '<a href="https://b.example/">x</a>' },
      "description",
    ],
    [
      "a lost paragraph",
      { description: "<p>One</p><p>Two</p>" },
      { description: "<p>One</p>" },
      "description",
    ],
    ["a lost emphasis", { description: "<p><em>One</em></p>" }, { description: "<p>One</p>" }, "description"],
    [
      "what is public too soon",
      { status: "future", date_utc: "2031-01-01 00:00:01" },
      { status: "publish" },
      "status",
    ],
    ["a lost alt text", { image: { alt: "A quay" } }, { image: {} }, "image.alt"],
    ["another alt text", { image: { alt: "A quay" } }, { image: { alt: "A pier" } }, "image.alt"],
    [
      "an amount",
      { cost_details: { values: ["5"] } },
      { cost_details: { values: ["6"] } },
      "cost_details.values",
    ],
  ];
  for (const [what, there, here, member] of wrong) {
    it(`finds ${what}`, () => {
      expect(membersOf(compare({ ...THERE, ...there }, { ...HERE, ...there, ...here }))).to.include(member);
    });
  }

  it("lets authors be who the import remembers, and nobody else, of the same number neither", () => {
    const withAuthor = (author: string): Comparison => compare(THERE, { ...HERE, author }, { authorId: 8 });
    expect(rulesOf(withAuthor("8"))).to.include("rules/choices.md#import-authors");
    expect(withAuthor("8").unequal).to.deep.equal([]);
    expect(membersOf(withAuthor("9"))).to.deep.equal(["author"]);
    expect(withAuthor("1").unequal).to.deep.equal([{ member: "author", there: "1", here: "1" }]);
  });

  it("finds linked records by what was remembered, and compares them, too", () => {
    const venueThere = { id: 9, status: "publish", venue: "Hall", city: "Genova", show_map: true };
    const there = { ...THERE, venue: venueThere };
    const embedded = {
      venue: [
        {
          ...{ list: "venues" as const, there: venueThere, known: knownAs(40, "venues") },
          ...{ authorId: 1, parentId: undefined, isUndated: false, isErased: false, embedded: {} },
        },
      ],
    };
    const withVenue = (venue: Json): readonly string[] =>
      membersOf(compare(there, { ...HERE, venue }, { embedded }));
    expect(withVenue({ ...venueThere, id: 40 })).to.deep.equal([]);
    expect(withVenue({ ...venueThere, id: 9 })).to.deep.equal(["venue"]);
    expect(withVenue({ ...venueThere, id: 40, city: "Torino" })).to.deep.equal(["venue.city"]);
    expect(withVenue({ ...venueThere, id: 40, phone: "1" })).to.deep.equal(["venue.phone"]);
  });

  it("names rules that the rule book has", () => {
    for (const { rule } of EXPECTED_DIFFERENCES) {
      const [chapter = "", anchor = ""] = rule.replace("rules/", "").split("#");
      expect(readFileSync(`${RULES}/${chapter}`, "utf8"), rule).to.include(`### ${anchor}\n`);
    }
  });
});
