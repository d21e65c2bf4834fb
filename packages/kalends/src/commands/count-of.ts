/** A number with its noun, which is in the plural and ends in s: "1 image", "2 images". */
export const countOf = (count: number, nouns: string): string =>
  `${count} ${count === 1 ? nouns.slice(0, -1) : nouns}`;
