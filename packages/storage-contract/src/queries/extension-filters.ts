import type { JsonValue, Post } from "@kalends/core";
import type { ExtensionChoice, ExtensionFilter } from "@kalends/core/storage";
import { expect } from "chai";
import { idsOf, type OpenStore, sorted, storeForEach } from "../opened.ts";
import type { PostKind } from "../repositories/post-repository.ts";

const FIELD = { plugin: "plugin", field: "field" };

/** Names and texts with characters that are special in databases. Stores must treat them as plain text. */
const ODD: readonly string[] = [
  ...["a.b", "a", "$where", "", " ", "_id", "constructor", "'\"; --", "[]", "\\", "\\u0000", "\n"],
  ...["é", "e\u0301", "日本語", "\u{1f600}", "%_*?", "x".repeat(5000), `${"x".repeat(4999)}y`],
];

/** Values of different types that look equal as text. */
const SAME_AS_TEXT: ExtensionChoice["anyOf"] = [
  ...["1", 1, true, "true", "0", 0, false, "false", 1.5, -3, 2 ** 53 - 1],
];

/**
 * Defines the tests for filters by plugin fields, for one kind of record with a status. The tests add special
 * names and values to the cases of the random queries.
 */
export const extensionFilterContract = <T extends Post, Query>(
  open: OpenStore,
  { repository, make, all }: PostKind<T, Query>,
): void => {
  const store = storeForEach(open);

  const save = async (id: number, value: JsonValue, { plugin, field } = FIELD): Promise<void> => {
    const record = make({ id, extensions: { [plugin]: { [field]: value } } });
    expect(await repository(store()).save(record)).to.equal(true);
  };
  /** Returns the ids of the found records, sorted. Expects that the total equals their number. */
  const found = async (...extensions: readonly ExtensionFilter[]): Promise<readonly number[]> => {
    const { items, total } = await repository(store()).list({ ...all, extensions });
    expect(total).to.equal(items.length);
    return sorted(idsOf(items));
  };
  const having = (...anyOf: ExtensionChoice["anyOf"]): Promise<readonly number[]> =>
    found({ ...FIELD, anyOf });

  it("does not take a value of a plugin for one of another type", async () => {
    for (const [index, value] of SAME_AS_TEXT.entries())
      await save(index + 1, index % 2 === 0 ? value : [value]);
    for (const [index, value] of SAME_AS_TEXT.entries())
      expect(await having(value), `${typeof value} ${value}`).to.deep.equal([index + 1]);
    expect(await having(...SAME_AS_TEXT)).to.have.length(SAME_AS_TEXT.length);
  });

  it("keeps plugins, fields and values of plugins apart, whatever characters they have", async () => {
    for (const [index, name] of ODD.entries()) await save(index + 1, name, { plugin: name, field: name });
    for (const [index, name] of ODD.entries())
      expect(await found({ plugin: name, field: name, anyOf: [name] }), name).to.deep.equal([index + 1]);
    expect(await found({ plugin: "a", field: "a.b", anyOf: ODD })).to.deep.equal([]);
    expect(await found({ plugin: "a.b", field: "a", anyOf: ODD })).to.deep.equal([]);
  });

  it("narrows by fields of plugins of many values each", async () => {
    const many = Array.from({ length: 200 }, (_, index) => `value-${index}`);
    await save(1, many);
    await save(2, "value-199");
    expect(await having(...many)).to.deep.equal([1, 2]);
    expect(await having("value-0")).to.deep.equal([1]);
    expect(await found({ ...FIELD, anyOf: many }, { ...FIELD, anyOf: ["value-5"] })).to.deep.equal([1]);
  });

  it("finds by what the fields of plugins say now, not by what they said", async () => {
    await save(1, ["old", "kept"]);
    await save(1, ["new", "kept"]);
    expect(await having("old")).to.deep.equal([]);
    expect(await having("new")).to.deep.equal([1]);
    expect(await having("kept")).to.deep.equal([1]);
    await repository(store()).save(make({ id: 2, slug: "held" }));
    const refused = make({ id: 1, slug: "held", extensions: { plugin: { field: "refused" } } });
    expect(await repository(store()).save(refused)).to.equal(false);
    expect(await having("refused")).to.deep.equal([]);
    expect(await having("kept")).to.deep.equal([1]);
    await repository(store()).save(make({ id: 1 }));
    expect(await having("new", "kept")).to.deep.equal([]);
  });

  it("finds by ranges of what the fields of plugins say now", async () => {
    const within = (from: number | string, until?: number | string): Promise<readonly number[]> =>
      found({ ...FIELD, range: { from, ...(until !== undefined && { until }) } });
    await save(1, 5);
    await save(2, "5");
    await save(3, [5]);
    await save(4, true);
    expect(await within(5, 5)).to.deep.equal([1]);
    expect(await within("5")).to.deep.equal([2]);
    expect(await within(5, "5")).to.deep.equal([]);
    expect(await found({ ...FIELD, range: {} })).to.deep.equal([1, 2]);
    await save(1, 6);
    await save(2, 7.5);
    expect(await within(5, 6)).to.deep.equal([1]);
    expect(await within(-1e300, 1e300)).to.deep.equal([1, 2]);
    await repository(store()).save(make({ id: 1 }));
    expect(await within(5)).to.deep.equal([2]);
  });
};
