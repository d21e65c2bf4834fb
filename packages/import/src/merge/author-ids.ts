import { type Account, FIRST_USER_NUMBER, type IdSequences } from "@kalends/core";
import type { ImportReport } from "../report/import-report.ts";

/**
 * Records keep their author's number even without an account (rules/choices.md#import-authors): an account with that
 * number may do with them what authors may.
 */
export interface AuthorIds {
  /** Keeps the numbers from accounts to come; before the records are stored. */
  reserve(authors: readonly number[]): Promise<void>;
  /** Notes once of each account that is an author although it did not come with the records. */
  note(authors: readonly number[]): void;
}

/** `others`: the accounts that have nothing to do with where the records come from. Without `ids` there are no accounts. */
export const createAuthorIds = (
  ids: IdSequences<"account"> | undefined,
  others: readonly Account[] | undefined,
  report: ImportReport,
): AuthorIds => {
  const names = new Map(others?.map(({ id, name }) => [id, name]));
  return {
    async reserve(authors) {
      // From there on they are users of a host, and accounts stay below.
      const highest = Math.max(0, ...authors.filter((author) => author < FIRST_USER_NUMBER));
      if (ids && highest > (await ids.last("account"))) await ids.reserve("account", highest);
    },
    note(authors) {
      for (const author of authors) {
        const name = names.get(author);
        if (name === undefined) continue;
        report.note(
          `the account ${name} has the number ${author} of an author and now owns that author's records`,
        );
        names.delete(author);
      }
    },
  };
};
