/** Matches a text that ends with a letter, mark or digit. */
const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;
const BEGINS_IN_WORD = /^[\p{L}\p{M}\p{N}]/u;

/** Number of occurrences of a word that are tested, so that a long text of one letter takes little time. */
const TESTED = 100;

/** True if one of the first `TESTED` occurrences of the word has no letter, mark or digit next to it. */
const hasWholeWord = (text: string, word: string): boolean => {
  let at = text.indexOf(word);
  for (let tested = 0; at !== -1 && tested < TESTED; tested += 1) {
    const end = at + word.length;
    const isInside =
      ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at)) || BEGINS_IN_WORD.test(text.slice(end, end + 2));
    if (!isInside) return true;
    at = text.indexOf(word, at + 1);
  }
  return false;
};

/**
 * Returns how far a text is from a search, from 0 for the best match. The first line of the text is the title.
 * Each word counts 0 as a whole word in the title, 1 as a fragment in the title, 2 as a whole word in the rest
 * and 3 otherwise.
 * Source: rules/orders.md#order-by-relevance.
 */
export const relevanceOf = (text: string, words: readonly string[]): number => {
  const lineEnd = text.indexOf("\n");
  const title = lineEnd === -1 ? text : text.slice(0, lineEnd);
  let rank = 0;
  for (const word of words) {
    if (title.includes(word)) rank += hasWholeWord(title, word) ? 0 : 1;
    else rank += hasWholeWord(text, word) ? 2 : 3;
  }
  return rank;
};
