import type { Taxonomy, Term, UsedTerm } from "../../model/term.ts";
import type { Page } from "../../queries/page.ts";
import type { TermQuery } from "../../queries/term-query.ts";

/** Repository of categories and tags, with their usage counts. */
export interface TermRepository {
  /** Returns the term with this id in this taxonomy. */
  find(taxonomy: Taxonomy, id: number): Promise<UsedTerm | undefined>;
  /** Returns those of these terms that exist, of both taxonomies, in no particular order. */
  findMany(ids: readonly number[]): Promise<readonly UsedTerm[]>;
  findBySlug(taxonomy: Taxonomy, slug: string): Promise<UsedTerm | undefined>;
  /**
   * Returns terms with this name, by id, ignoring letter case. Both are lower-cased by Unicode rules; accents
   * count.
   * Source: rules/terms.md#term-names.
   */
  findByName(taxonomy: Taxonomy, name: string): Promise<readonly UsedTerm[]>;
  /**
   * Returns the ids of these categories and all their descendants, without duplicates. Unknown ids are left
   * out.
   */
  withDescendants(ids: readonly number[]): Promise<readonly number[]>;
  /** Returns all ancestors of these categories, without duplicates, in no particular order. */
  ancestors(ids: readonly number[]): Promise<readonly Term[]>;
  list(query: TermQuery): Promise<Page<UsedTerm>>;
  /**
   * Stores the term, replacing the one with its id. Returns false, and stores nothing, if another term of the
   * taxonomy has its slug.
   */
  save(term: Term): Promise<boolean>;
  /**
   * Removes the term from every event, and moves its children to its parent (rules/terms.md#term-deletion).
   * The `revision` of each changed record increases. Returns false if there is no such term.
   */
  remove(id: number): Promise<boolean>;
  /** Returns terms of both taxonomies whose id is above `afterId`, by id, at most `limit`. */
  readAfter(afterId: number, limit: number): Promise<readonly UsedTerm[]>;
}
