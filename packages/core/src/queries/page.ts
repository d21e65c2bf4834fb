/** A part of a list and the size of the whole. */
export interface Page<T> {
  readonly items: readonly T[];
  /** All matches, whatever the page. */
  readonly total: number;
}

/** Which part of a list is wanted. */
export interface Paging {
  /** From 1. */
  readonly page: number;
  /** From 1. */
  readonly perPage: number;
}

/** A comparison of two records: negative when the first one comes first. */
export type Comparison<T> = (one: T, other: T) => number;

/** Surrogates, which stand for characters beyond U+FFFF, come after all other units. */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

/** By code point, as UTF-8 sorts and every store does. Source: rules/choices.md#code-point-order. */
export const compareTexts = (one: string, other: string): number => {
  const shorter = Math.min(one.length, other.length);
  for (let place = 0; place < shorter; place += 1) {
    const difference = rankOf(one.charCodeAt(place)) - rankOf(other.charCodeAt(place));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
};

export const byText =
  <T>(text: (record: T) => string): Comparison<T> =>
  (one, other) =>
    compareTexts(text(one), text(other));

export const byNumber =
  <T>(number: (record: T) => number): Comparison<T> =>
  (one, other) =>
    number(one) - number(other);

export const byId: Comparison<{ readonly id: number }> = byNumber(({ id }) => id);

/** By the first comparison in which two records differ. */
export const inOrder =
  <T>(...comparisons: readonly Comparison<T>[]): Comparison<T> =>
  (one, other) => {
    for (const compare of comparisons) {
      const result = compare(one, other);
      if (result !== 0) return result;
    }
    return 0;
  };

export const reversed =
  <T>(compare: Comparison<T>): Comparison<T> =>
  (one, other) =>
    compare(other, one);

/** The wanted part of all matches. */
export const toPage = <T>(
  matches: readonly T[],
  compare: Comparison<T>,
  { page, perPage }: Paging,
): Page<T> => ({
  items: matches.toSorted(compare).slice((page - 1) * perPage, page * perPage),
  total: matches.length,
});
