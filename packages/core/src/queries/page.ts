/** Page of a list, with the number of entries in the complete list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Number of all entries that match the query. */
  readonly total: number;
}

/** Selection of one page of a list. */
export interface Paging {
  /** Page number from 1. */
  readonly page: number;
  /** Number of entries per page, from 1. */
  readonly perPage: number;
}

/** Comparison of two records. The result is negative if the first one comes first. */
export type Comparison<T> = (one: T, other: T) => number;

/**
 * Returns a number by which UTF-16 code units sort like code points. Surrogates belong to characters beyond
 * U+FFFF, so they come after all others.
 */
const rankOf = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

/**
 * Compares texts by code point, which is the same order as in UTF-8 and in every store. Source:
 * rules/choices.md#code-point-order.
 */
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

/** Combines comparisons: a later comparison decides only if all earlier ones consider the records equal. */
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

/** Sorts `matches`, the complete list, by `compare` and returns the requested page. */
export const toPage = <T>(
  matches: readonly T[],
  compare: Comparison<T>,
  { page, perPage }: Paging,
): Page<T> => ({
  items: matches.toSorted(compare).slice((page - 1) * perPage, page * perPage),
  total: matches.length,
});
