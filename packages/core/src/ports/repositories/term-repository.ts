import type { ExternalId } from "../../model/external-id.ts";
import type { Taxonomy, Term, UsedTerm } from "../../model/term.ts";
import type { Page } from "../../queries/page.ts";
import type { TermQuery } from "../../queries/term-query.ts";

/** Repository of categories and tags, with the number of events that use them. */
export interface TermRepository {
  /** Returns the term with this id, or `undefined` if it does not exist in this taxonomy. */
  find(taxonomy: Taxonomy, id: number): Promise<UsedTerm | undefined>;
  /**
   * Returns the terms with these ids, of both taxonomies, in no particular order. Ids without a term are
   * skipped.
   */
  findMany(ids: readonly number[]): Promise<readonly UsedTerm[]>;
  findBySlug(taxonomy: Taxonomy, slug: string): Promise<UsedTerm | undefined>;
  /**
   * Returns the terms with this name, ordered by id. The comparison ignores letter case by Unicode rules, but
   * not accents.
   * Source: rules/terms.md#term-names.
   */
  findByName(taxonomy: Taxonomy, name: string): Promise<readonly UsedTerm[]>;
  /**
   * Returns the term of this taxonomy with this external id. Several terms can have the same id of the source
   * `ical`; then it returns the one with the lowest id. It must use an index.
   */
  findByExternalId(taxonomy: Taxonomy, externalId: ExternalId): Promise<UsedTerm | undefined>;
  /**
   * Returns the ids of these categories and of all their descendants, without duplicates. Unknown ids are
   * left out.
   */
  withDescendants(ids: readonly number[]): Promise<readonly number[]>;
  /** Returns all ancestors of these categories, without duplicates and in no particular order. */
  ancestors(ids: readonly number[]): Promise<readonly Term[]>;
  list(query: TermQuery): Promise<Page<UsedTerm>>;
  /**
   * Stores the term and replaces the one with the same id. If another term of the taxonomy has the same slug,
   * stores nothing and returns false.
   * Rejects with `rest_external_id_taken` and stores nothing if another term of the taxonomy has one of its
   * external ids. The source `ical` is exempt (`isUniqueSource`).
   */
  save(term: Term): Promise<boolean>;
  /**
   * Removes the term, also from every event, and moves its children to its parent
   * (rules/terms.md#term-deletion). The `revision` of each changed record increases. Returns false if the
   * term does not exist.
   */
  remove(id: number): Promise<boolean>;
  /** Returns at most `limit` terms of both taxonomies whose ids are greater than `afterId`, ordered by id. */
  readAfter(afterId: number, limit: number): Promise<readonly UsedTerm[]>;
}
