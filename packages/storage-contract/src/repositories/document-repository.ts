import type { JsonObject, Repositories } from "@kalends/core";
import {
  countDocuments,
  type DocumentQuery,
  evaluateDocumentQuery,
  type IndexedValue,
  type Store,
  type StoredDocument,
} from "@kalends/core/storage";
import { expect } from "chai";
import fc from "fast-check";
import { LONG, type OpenStore, storeForAll, storeForEach } from "../opened.ts";
import { seedsOf } from "../random/seeds.ts";
import { createDice } from "../random/texts.ts";
import { corrupt } from "../round-trip.ts";

/**
 * Names of collections, keys and members that have a special meaning in databases or JavaScript. Stores must
 * keep all of them distinct.
 */
const HOSTILE = [
  ...["a", "A", "a ", "a.b", "a/b", "$set", "$$NOW", "__proto__", "constructor", "toString", "_id", '"', "'"],
  ...["\u00e4", "a\u0308", "\u{1f600}", "\uffff", "%", "_", "1", "x".repeat(64)],
];
const SEED = 20_301_122;
const QUERIES = 150;
const EVERY: DocumentQuery = { collection: "sample/notes", limit: 1000 };

const aDocument = (fields: Partial<StoredDocument> = {}): StoredDocument => ({
  collection: "sample/notes",
  key: "a",
  value: {},
  ...fields,
});

/** Returns an object with members of any name. In an object literal, `__proto__` would set the prototype. */
const objectOf = (members: readonly (readonly [string, JsonObject[string]])[]): JsonObject =>
  Object.fromEntries(members);

/** Defines the tests for plugin records that every store must pass. `open` must return a new, empty store. */
export const documentRepositoryContract = (open: OpenStore): void => {
  describe("DocumentRepository", () => {
    const store = storeForEach(open);
    keeping(store);
    inUnits(store);
  });
  for (const seed of seedsOf(SEED)) randomLists(seed, open);
};

const keeping = (store: () => Repositories): void => {
  it("keeps documents whole, each under its collection and key", async () => {
    const value = { "a.b": 1, $set: [null, true, { deep: [1.5, -2, 1e21] }], "": "x", text: "\u{1f600}\n" };
    await store().documents.save(aDocument({ value }));
    await store().documents.save(aDocument({ key: "b", value: {} }));
    await store().documents.save(aDocument({ collection: "other/notes", value: { other: 1 } }));
    expect(await store().documents.find("sample/notes", "a")).to.deep.equal(value);
    expect(await store().documents.find("sample/notes", "b")).to.deep.equal({});
    expect(await store().documents.find("other/notes", "a")).to.deep.equal({ other: 1 });
    expect(await store().documents.find("sample/notes", "c")).to.equal(undefined);
    expect(await store().documents.find("sample", "notes/a")).to.equal(undefined);
  });

  it("replaces a document whole, and finds it by what it has now", async () => {
    const { documents } = store();
    const byColour = (equals: string) => documents.count({ ...EVERY, member: "colour", range: { equals } });
    await documents.save(aDocument({ value: { colour: "red", size: 1 } }));
    await documents.save(aDocument({ value: { colour: "blue" } }));
    expect(await documents.find("sample/notes", "a")).to.deep.equal({ colour: "blue" });
    expect([await byColour("red"), await byColour("blue")]).to.deep.equal([0, 1]);
    expect(await documents.list({ ...EVERY, member: "size" })).to.deep.equal([]);
    expect(await documents.list(EVERY)).to.have.length(1);
  });

  it("removes a document, once, with all that it is found by", async () => {
    const { documents } = store();
    await documents.save(aDocument({ value: { colour: "red" } }));
    await documents.save(aDocument({ key: "b", value: { colour: "red" } }));
    expect(await documents.remove("sample/notes", "c")).to.equal(false);
    expect(await documents.remove("sample/notes", "a")).to.equal(true);
    expect(await documents.remove("sample/notes", "a")).to.equal(false);
    expect(await documents.find("sample/notes", "a")).to.equal(undefined);
    const left = [aDocument({ key: "b", value: { colour: "red" } })];
    expect(await documents.list({ ...EVERY, member: "colour" })).to.deep.equal(left);
    expect(await documents.list(EVERY)).to.deep.equal(left);
  });

  it("takes any text as collection, key, member and value", async () => {
    const { documents } = store();
    const members = HOSTILE.map((name) => [name, name] as const);
    for (const text of HOSTILE) {
      await documents.save({ collection: text, key: text, value: objectOf([...members, ["own", text]]) });
      await documents.save(aDocument({ key: text, value: objectOf([[text, text]]) }));
    }
    for (const text of HOSTILE) {
      const whole = { collection: text, key: text, value: objectOf([...members, ["own", text]]) };
      expect(await documents.find(text, text), text).to.deep.equal(whole.value);
      expect(Object.keys((await documents.find(text, text)) ?? {}), text).to.have.members([
        ...HOSTILE,
        "own",
      ]);
      for (const member of [text, "own"]) {
        const query = { ...EVERY, collection: text, member, range: { equals: text } };
        expect(await documents.list(query), text).to.deep.equal([whole]);
        expect(await documents.count(query), text).to.equal(1);
      }
      const found = await documents.list({ ...EVERY, member: text });
      expect(
        found.map(({ key }) => key),
        text,
      ).to.deep.equal([text]);
      expect(await documents.remove(text, text), text).to.equal(true);
    }
    expect(await documents.count(EVERY)).to.equal(HOSTILE.length);
  });

  it("finds documents by numbers and by texts of 200 characters at most, and by nothing else", async () => {
    const { documents } = store();
    const values = [1, 1.5, -2, 0, 2 ** 53 - 1, "", "1", "x".repeat(200), "\u{1f600}".repeat(100)];
    const others = [null, true, [1], { inner: 1 }, "x".repeat(201)];
    for (const [index, member] of [...values, ...others].entries())
      await documents.save(aDocument({ key: `${index}`, value: { member, outer: { member } } }));
    for (const [index, equals] of values.entries()) {
      const found = await documents.list({ ...EVERY, member: "member", range: { equals } });
      expect(found.map(({ key }) => key)).to.deep.equal([`${index}`]);
    }
    expect(await documents.count({ ...EVERY, member: "member" })).to.equal(values.length);
    expect(await documents.count({ ...EVERY, member: "inner" })).to.equal(0);
    expect(await documents.count(EVERY)).to.equal(values.length + others.length);
  });

  it("keeps a document of 64 KiB, and one of a thousand members", async () => {
    const { documents } = store();
    const many = objectOf(Array.from({ length: 1000 }, (_, index) => [`member ${index}`, index] as const));
    for (const [key, value] of Object.entries({ large: { text: "x".repeat(65_000) }, many })) {
      await documents.save(aDocument({ key, value }));
      expect(await documents.find("sample/notes", key)).to.deep.equal(value);
    }
    const [found] = await documents.list({ ...EVERY, member: "member 999" });
    expect(found?.key).to.equal("many");
  });

  it("reads everything by collection and key, part by part", async () => {
    const { documents } = store();
    const all = ["a/x", "b/x", "b/\u{1f600}"].flatMap((collection) =>
      ["", "\uffff", "\u{1f600}"].map((end) => aDocument({ collection, key: `k${end}`, value: { end } })),
    );
    for (const document of all.toReversed()) await documents.save(document);
    expect(await documents.readAfter("", "", 100)).to.deep.equal(all);
    const read: StoredDocument[] = [];
    for (;;) {
      const last = read.at(-1);
      const part = await documents.readAfter(last?.collection ?? "", last?.key ?? "", 2);
      read.push(...part);
      if (part.length === 0) break;
    }
    expect(read).to.deep.equal(all);
  });

  it("is not changed by changing what was answered or saved", async () => {
    const { documents } = store();
    const saved = aDocument({ value: { list: [1], member: "a" } });
    await documents.save(saved);
    const before = structuredClone(saved);
    corrupt(saved);
    corrupt((await documents.find("sample/notes", "a")) ?? {});
    corrupt(await documents.list(EVERY));
    expect(await documents.list(EVERY)).to.deep.equal([before]);
  });
};

const inUnits = (store: () => Repositories & Pick<Store, "transaction">): void => {
  it("is changed by units whole or not at all, which read what they have written", async () => {
    const halfway = new Error("halfway");
    await store().documents.save(aDocument({ value: { count: 1 } }));
    const change = async ({ documents }: Repositories): Promise<void> => {
      await documents.save(aDocument({ value: { count: 2 } }));
      await documents.save(aDocument({ key: "b", value: { count: 3 } }));
      expect(await documents.find("sample/notes", "a")).to.deep.equal({ count: 2 });
      const found = await documents.list({ ...EVERY, member: "count", descending: true });
      expect(found.map(({ key }) => key)).to.deep.equal(["b", "a"]);
      expect(await documents.remove("sample/notes", "b")).to.equal(true);
      expect(await documents.count({ ...EVERY, member: "count" })).to.equal(1);
    };
    const failing = store().transaction(async (unit) => {
      await change(unit);
      throw halfway;
    });
    expect(await failing.catch((error: unknown) => error)).to.equal(halfway);
    expect(await store().documents.list(EVERY)).to.deep.equal([aDocument({ value: { count: 1 } })]);
    expect(await store().documents.count({ ...EVERY, member: "count", range: { equals: 1 } })).to.equal(1);
    await store().transaction(change);
    expect(await store().documents.list(EVERY)).to.deep.equal([aDocument({ value: { count: 2 } })]);
  });

  it("loses no change of parallel units, nor the first of a document", async () => {
    const increment = () =>
      store().transaction(async ({ documents }) => {
        const count = Number((await documents.find("sample/notes", "a"))?.count ?? 0);
        await documents.save(aDocument({ value: { count: count + 1 } }));
      });
    await Promise.all(Array.from({ length: 12 }, increment));
    expect(await store().documents.find("sample/notes", "a")).to.deep.equal({ count: 12 });
    expect(await store().documents.count({ ...EVERY, member: "count" })).to.equal(1);
  });
};

const VALUES: readonly (IndexedValue | boolean | null)[] = [
  ...[0, 1, 2, 10, -1, 1.5, 1e21, 2 ** 53 - 1, -1e-9],
  ...[
    "",
    "0",
    "1",
    "10",
    "a",
    "A",
    "aa",
    "b",
    "\u00e9",
    "\uffff",
    "\u{1f600}",
    "\ud7ff",
    "$a",
    "x".repeat(200),
  ],
  ...[true, null],
];

const createDocuments = (seed: number): readonly StoredDocument[] => {
  const dice = createDice(seed);
  const pick = (): JsonObject[string] => VALUES[dice(VALUES.length)] ?? null;
  return Array.from({ length: 120 }, (_, index) => ({
    collection: index % 5 === 0 ? "other/notes" : "sample/notes",
    key: `${index % 3 === 0 ? "\u{1f600}" : "\uffff"}${index}`,
    value: { mixed: pick(), number: dice(6), text: `t${dice(6)}`, ...(dice(2) === 0 && { rare: pick() }) },
  }));
};

const arbitraryQuery = (): fc.Arbitrary<DocumentQuery> => {
  const value = fc.constantFrom(
    ...VALUES.filter((one) => typeof one === "number" || typeof one === "string"),
  );
  // The cast is safe: `filter` has removed all other values.
  const bound = value as fc.Arbitrary<IndexedValue>;
  const range = fc.record(
    { equals: bound, from: bound, after: bound, until: bound, before: bound },
    { requiredKeys: [] },
  );
  const narrow = fc.oneof(
    fc.constant({}),
    range,
    bound.map((from) => ({ from })),
    bound.map((equals) => ({ equals })),
  );
  return fc.record(
    {
      collection: fc.constantFrom("sample/notes", "other/notes", "no/notes"),
      member: fc.constantFrom("mixed", "number", "text", "rare", "missing"),
      range: narrow,
      descending: fc.boolean(),
      limit: fc.constantFrom(1, 2, 7, 1000),
    },
    { requiredKeys: ["collection", "limit"] },
  );
};

/**
 * Compares the results of random list queries, with all their pages, with those of `@kalends/core`, which
 * evaluates the same queries in memory.
 */
const randomLists = (seed: number, open: OpenStore): void => {
  describe(`documents of seed ${seed}`, () => {
    const all = createDocuments(seed);
    const store = storeForAll(open, async ({ documents }) => {
      for (const document of all) await documents.save(document);
    });

    it("are listed, page by page, and counted as the core does it", async () => {
      const check = fc.asyncProperty(arbitraryQuery(), async (query) => {
        const { member } = query;
        const expected = evaluateDocumentQuery({ ...query, limit: 1000 }, all);
        expect(await store().documents.count(query)).to.equal(countDocuments(query, all));
        let read = 0;
        for (let beyond: DocumentQuery["beyond"]; ; ) {
          const page = await store().documents.list({ ...query, ...(beyond && { beyond }) });
          expect(page).to.deep.equal(expected.slice(read, read + query.limit));
          read += page.length;
          const last = page.at(-1);
          if (last === undefined || page.length < query.limit || read > 12) break;
          const value = member === undefined ? undefined : (last.value[member] as IndexedValue);
          beyond = { key: last.key, ...(value !== undefined && { value }) };
        }
      });
      await fc.assert(check, { seed, numRuns: QUERIES });
    }).timeout(LONG);
  });
};
