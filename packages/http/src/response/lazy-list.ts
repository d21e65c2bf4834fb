/** The weight of values that know their own. */
const WEIGHT: unique symbol = Symbol("weight");

interface Weighted {
  [WEIGHT](): number;
}

/** What a member counts for in addition to its text, such as its name. */
const MEMBER = 16;
/** The greatest weight: a plugin may make a value that contains itself. */
const HEAVIEST = 1_073_741_824;

const isWeighted = (value: object): value is Weighted => WEIGHT in value;

/**
 * About how many characters a value takes as JSON, without making any: texts by their length, what is shown twice counts
 * twice. Escapes and the markup that presenters add are not counted.
 */
export const weigh = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  let weight = 0;
  // Not by recursion: what plugins store may be deep.
  const open: unknown[] = [value];
  while (open.length > 0 && weight < HEAVIEST) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    if (isWeighted(next)) {
      weight += next[WEIGHT]();
      continue;
    }
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    weight += MEMBER * members.length;
    for (const member of members) {
      if (typeof member === "string") weight += member.length;
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
  return weight;
};

const LAZY: unique symbol = Symbol("lazy list");

/** A list inside the body of an answer whose entries are made when they are needed, each time again. */
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
