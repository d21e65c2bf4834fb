import { WEIGHT, weigh } from "./weight.ts";

const LAZY: unique symbol = Symbol("lazy list");

/** A list inside the body of an answer whose entries are made when they are needed, each time anew. */
export interface LazyList {
  readonly [LAZY]: true;
  readonly length: number;
  /** Of what the entries are made from. */
  [WEIGHT](): number;
  entry(index: number): unknown;
  /** All entries; how `JSON.stringify` writes the list. */
  toJSON(): readonly unknown[];
}

/** Entries are made from `items`; they must be the same whenever they are made. */
export const createLazyList = <Item>(items: readonly Item[], toEntry: (item: Item) => unknown): LazyList => {
  let weight: number | undefined;
  return {
    [LAZY]: true,
    length: items.length,
    [WEIGHT]() {
      weight ??= weigh(items);
      return weight;
    },
    // No index is asked for that is not there.
    entry: (index) => toEntry(items[index] as Item),
    toJSON: () => items.map(toEntry),
  };
};

export const isLazyList = (value: unknown): value is LazyList =>
  typeof value === "object" && value !== null && LAZY in value;

/** The same list with each entry changed. */
export const mapLazily = (list: LazyList, change: (entry: unknown) => unknown): LazyList => ({
  ...list,
  entry: (index) => change(list.entry(index)),
  toJSON: () => list.toJSON().map(change),
});

/** The body with all entries in it, for those who need the whole. */
export const materialize = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, member]) => [name, isLazyList(member) ? member.toJSON() : member]),
  );
