import type { Taxonomy, Term, UsedTerm } from "../../model/term.ts";
import type { Page } from "../../queries/page.ts";
import type { TermQuery } from "../../queries/term-query.ts";

/** Where categories and tags are kept, with how often they are used. */
export interface TermRepository {
  /** The term with this id in this taxonomy. */
  find(taxonomy: Taxonomy, id: number): Promise<UsedTerm | undefined>;
  /** Those of these terms that exist, of both taxonomies, in no particular order. */
  findMany(ids: readonly number[]): Promise<readonly UsedTerm[]>;
  findBySlug(taxonomy: Taxonomy, slug: string): Promise<UsedTerm | undefined>;
  /**
   * Terms with this name, by id, letter case aside (both lower-cased by Unicode rules; accents count).
   * Source: rules/terms.md#term-names.
   */
  findByName(taxonomy: Taxonomy, name: string): Promise<readonly UsedTerm[]>;
  /** These categories and all their descendants, as ids without duplicates; unknown ids are left out. */
  withDescendants(ids: readonly number[]): Promise<readonly number[]>;
  /** All ancestors of these categories, without duplicates, in no particular order. */
  ancestors(ids: readonly number[]): Promise<readonly Term[]>;
  list(query: TermQuery): Promise<Page<UsedTerm>>;
  /**
   * Stores the term, replacing the one with its id if there is one. False, and nothing stored, when another term of the
   * taxonomy has its slug.
   */
  save(term: Term): Promise<boolean>;
  /**
   * Takes it off every event, moves its children to its parent (rules/terms.md#term-deletion); the `revision` of what is changed
   * grows. False: there is none.
   */
  remove(id: number): Promise<boolean>;
  /** Terms of both taxonomies whose id is above `afterId`, by id, at most `limit`. */
  readAfter(afterId: number, limit: number): Promise<readonly UsedTerm[]>;
}
