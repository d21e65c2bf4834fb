/**
 * The highest id that a list page may bring along: sequences go on above it, and one that is used up would let nobody create
 * anything any more. Records above it get ids of their own.
 */
export const HIGHEST_LISTED_ID: number = 2 ** 52;

/** The same for archives, whose ids cannot change; with room for what was created since an import of list pages. */
export const HIGHEST_ARCHIVED_ID: number = 2 ** 52 + 2 ** 51;
