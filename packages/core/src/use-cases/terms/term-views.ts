import type { PostStatuses } from "../../model/post-statuses.ts";
import type { Term, UsedTerm } from "../../model/term.ts";
import type { TermView } from "../../model/views.ts";
import type { Repositories } from "../../ports/store.ts";

/**
 * Terms with their counts and, for categories, the slugs of their ancestors, in the order given.
 * Source: rules/terms.md#term-count.
 */
export const createTermViews =
  (postStatuses: PostStatuses) =>
  async (
    terms: readonly UsedTerm[],
    repositories: Pick<Repositories, "terms">,
  ): Promise<readonly TermView[]> => {
    const below = terms.filter(({ parentId }) => parentId !== 0).map(({ id }) => id);
    const ancestors = below.length === 0 ? [] : await repositories.terms.ancestors(below);
    const byId = new Map(ancestors.map((term) => [term.id, term]));
    return terms.map(({ usage, ...term }) => ({
      term,
      count: postStatuses.publicNames.reduce((sum, status) => sum + (usage[status] ?? 0), 0),
      ancestors: slugsAbove(term, byId),
    }));
  };

const slugsAbove = (term: Term, byId: ReadonlyMap<number, Term>): readonly string[] => {
  const slugs: string[] = [];
  let next = byId.get(term.parentId);
  // No chain is longer than there are ancestors, whatever the store holds.
  while (next !== undefined && slugs.length < byId.size) {
    slugs.unshift(next.slug);
    next = byId.get(next.parentId);
  }
  return slugs;
};
