import type { Fragment } from "../fragments/fragment.ts";

/** Answers up to this weight are made at once and kept while they are sent; heavier ones are made again each time, piece by piece. */
export const LARGE = 1_048_576;

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

/** A record of which JSON can be made, with its text where that is not too heavy to be written at once. */
export interface LazyRecord {
  readonly [RECORD]: true;
  /** Of the fragment, else of the record. */
  [WEIGHT](): number;
  fragment(): Fragment | undefined;
  /** The record; how `JSON.stringify` writes it. */
  toJSON(): unknown;
}

const RECORD: unique symbol = Symbol("lazy record");

/** `present` makes the same of a view whenever it is called; what `toFragment` gives is the text of that. */
export const createLazyRecord = <View>(
  view: View,
  present: (view: View) => unknown,
  toFragment: (view: View) => Fragment | undefined,
): LazyRecord => {
  let made: readonly [Fragment | undefined] | undefined;
  const fragment = (): Fragment | undefined => {
    made ??= [toFragment(view)];
    return made[0];
  };
  return {
    [RECORD]: true,
    [WEIGHT]: () => fragment()?.text.length ?? weigh(present(view)),
    fragment,
    toJSON: () => present(view),
  };
};

export const isLazyRecord = (value: unknown): value is LazyRecord =>
  typeof value === "object" && value !== null && RECORD in value;

/** A list inside the body of an answer whose entries are made when they are needed, each time again. */
export interface LazyList {
  readonly [LAZY]: true;
  readonly length: number;
  /** Of the fragments, else of what the entries are made from. */
  [WEIGHT](): number;
  entry(index: number): unknown;
  /** The text of an entry, where it is not too heavy to be written at once. Absent: of no entry. */
  readonly fragment?: (index: number) => Fragment | undefined;
  /** All entries; how `JSON.stringify` writes the list. */
  toJSON(): readonly unknown[];
}

const LAZY: unique symbol = Symbol("lazy list");

/** Entries are made from `items`; they must be the same whenever they are made, and what `toFragment` gives is their text. */
export const createLazyList = <Item>(
  items: readonly Item[],
  toEntry: (item: Item) => unknown,
  toFragment?: (item: Item) => Fragment | undefined,
): LazyList => {
  let weight: number | undefined;
  /** Of a list that is written at once: what was made to weigh it. */
  let made: (Fragment | undefined)[] = [];
  const weighFragments = (fragmentOf: (item: Item) => Fragment | undefined): number => {
    let sum = 0;
    for (const item of items) {
      const fragment = sum > LARGE ? undefined : fragmentOf(item);
      made.push(fragment);
      sum += fragment?.text.length ?? weigh(item);
    }
    if (sum > LARGE) made = [];
    return sum;
  };
  // No index is asked for that is not there.
  const itemAt = (index: number): Item => items[index] as Item;
  return {
    [LAZY]: true,
    length: items.length,
    [WEIGHT]() {
      weight ??= toFragment === undefined ? weigh(items) : weighFragments(toFragment);
      return weight;
    },
    entry: (index) => toEntry(itemAt(index)),
    ...(toFragment && { fragment: (index) => made[index] ?? toFragment(itemAt(index)) }),
    toJSON: () => items.map(toEntry),
  };
};

export const isLazyList = (value: unknown): value is LazyList =>
  typeof value === "object" && value !== null && LAZY in value;

/** The same list with each entry changed. */
export const mapLazily = (
  { fragment: _whole, ...list }: LazyList,
  change: (entry: unknown) => unknown,
): LazyList => ({
  ...list,
  entry: (index) => change(list.entry(index)),
  toJSON: () => list.toJSON().map(change),
});

/** The body with all entries in it, for those who need the whole. */
export const materialize = (body: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, member]) => [name, isLazyList(member) ? member.toJSON() : member]),
  );
