import { eventSearchText, type Store, venueSearchFields } from "@kalends/core/storage";
import { ALL_LINKED, anEvent, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";

/**
 * Texts with characters that have a special meaning in patterns, in the query language of the search index or
 * in encodings.
 */
const TEXTS = [
  "jazz in the old market",
  "jazz [in] the *old* market?",
  "[a-z] ^x ]y[ a*b?c [[double]]",
  "a%b_c \\ 'quoted' near and or not",
  "日本語 の テスト 日本",
  "\ufffd \ufffe \uffff replaced",
  "aaaaaaaaaaaaaaaaaaab",
  "long [*] ".repeat(8000),
  "x",
];

const FRAGMENTS = [
  ..."aj[]*?^-_%'\\日語x\ufffd\ufffe\uffff",
  ...[
    "ja",
    "zz",
    "[a",
    "*o",
    "d*",
    "t?",
    "?c",
    "]y",
    "[[",
    "^x",
    "日本",
    "or",
    "aab",
    "a-z",
    "[in]",
    "*old*",
  ],
  ...[
    "jazz",
    "market?",
    "market",
    "本語 の",
    "a*b?c",
    "[[double]]",
    "near",
    "aaab",
    "\ufffe \uffff",
    "replaced",
  ],
  "long [*] ".repeat(7000).trim(),
  "jazz in the old market with much more behind it that is nowhere to be found",
];

describe("a search of store-sqlite", () => {
  let store: Store;
  before(async () => {
    store = await openSqliteStore(":memory:");
    for (const [index, text] of TEXTS.entries()) {
      await store.events.save(anEvent({ id: 1 + index, slug: `e${index}`, title: text }));
      await store.venues.save(
        aVenue({ id: 101 + index, slug: `v${index}`, name: text, city: "city market" }),
      );
    }
  });
  after(() => store.close());

  const texts = TEXTS.map((title, index) => eventSearchText(anEvent({ id: 1 + index, title })));
  const fields = TEXTS.map((name) => venueSearchFields(aVenue({ name, city: "city market" })));

  const found = async (all: readonly string[], none: readonly string[]): Promise<readonly number[]> =>
    (await store.events.list({ ...EVERYTHING, search: { all, none } })).items.map(({ id }) => id);

  const expected = (all: readonly string[], none: readonly string[]): readonly number[] =>
    texts.flatMap((text, index) =>
      all.every((one) => text.includes(one)) && !none.some((one) => text.includes(one)) ? [1 + index] : [],
    );

  it("takes every character for itself, in what is looked for and in what is excluded", async () => {
    for (const one of FRAGMENTS) {
      for (const other of FRAGMENTS) {
        const name = JSON.stringify([one, other]).slice(0, 200);
        expect(await found([one, other], []), name).to.deep.equal(expected([one, other], []));
        expect(await found([], [one, other]), name).to.deep.equal(expected([], [one, other]));
        expect(await found([one], [other]), name).to.deep.equal(expected([one], [other]));
      }
    }
  }).timeout(20_000);

  it("escapes nothing in a pattern: from each place of a text on, such a pattern is compared anew", async () => {
    const statements: string[] = [];
    const watched = await openSqliteStore(":memory:", { onStatement: (sql) => statements.push(sql) });
    await watched.events.list({
      ...EVERYTHING,
      search: { all: ["*a", "b?"], none: ["[q", "[*]", "\ufffd"] },
    });
    await watched.close();
    const searches = statements.filter((sql) => sql.includes("event_texts s"));
    expect(searches).to.have.length.above(0);
    for (const sql of searches) expect(sql).to.not.contain("GLOB");
  });

  it("finds venues by fragments of one field", async () => {
    for (const one of FRAGMENTS) {
      for (const other of [...FRAGMENTS, "city"]) {
        const { items } = await store.venues.list({ ...ALL_LINKED, search: [one, other] });
        const ids = items.map(({ id }) => id).toSorted((first, second) => first - second);
        const wanted = fields.flatMap((lines, index) =>
          lines.some((line) => line.includes(one) && line.includes(other)) ? [101 + index] : [],
        );
        expect(ids, JSON.stringify([one, other]).slice(0, 200)).to.deep.equal(wanted);
      }
    }
  }).timeout(20_000);
});
