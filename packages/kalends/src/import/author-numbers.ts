import type { Account, Repositories } from "@kalends/core";
import type { ImportReport } from "./import-report.ts";

/**
 * Records keep their author's number even without an account (90-decisions P34): whoever has that number may do with them
 * what authors may.
 */
export interface AuthorNumbers {
  /** Keeps the numbers from accounts to come; inside the unit of work that stores the records. */
  reserve(authors: readonly number[], { ids }: Pick<Repositories, "ids">): Promise<void>;
  /** Tells once of each account that is an author although it did not come with the records. */
  tell(authors: readonly number[]): void;
}

/** `strangers`: the accounts that have nothing to do with where the records come from. */
export const createAuthorNumbers = (strangers: readonly Account[], report: ImportReport): AuthorNumbers => {
  const names = new Map(strangers.map(({ id, name }) => [id, name]));
  return {
    async reserve(authors, { ids }) {
      const highest = Math.max(0, ...authors);
      if (highest > (await ids.last("account"))) await ids.reserve("account", highest);
    },
    tell(authors) {
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
