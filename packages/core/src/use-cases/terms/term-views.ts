import type { Term, UsedTerm } from "../../model/term.ts";
import type { TermView } from "../../model/views.ts";
import type { Repositories } from "../../ports/store.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

type Counted = Pick<TermView, "term" | "count">;

export type TermViews = (
  terms: readonly UsedTerm[],
  repositories: Pick<Repositories, "terms">,
) => Promise<readonly TermView[]>;

/**
 * Creates the function that returns the views of terms with their number of events, in the same order. Views
 * of categories also contain the slugs of their ancestors.
 * Source: rules/terms.md#term-count.
 */
export const createTermViews = (postStatuses: PostStatuses): TermViews => {
  // The cache uses the term object as the key. A store may return the same object for an unchanged term for a
  // long time.
  const known = new WeakMap<UsedTerm, Counted>();
  const counted = (record: UsedTerm): Counted => {
    const { usage: _usage, ...term } = record;
    const made = { term, count: countOf(record, postStatuses.publicNames) };
    known.set(record, made);
    return made;
  };
  return async (terms, repositories) => {
    const below = terms.filter(({ parentId }) => parentId !== 0).map(({ id }) => id);
    const ancestors = below.length === 0 ? [] : await repositories.terms.ancestors(below);
    const byId = new Map(ancestors.map((term) => [term.id, term]));
    return terms.map((record) => {
      const { term, count } = known.get(record) ?? counted(record);
      return { term, count, ancestors: slugsAbove(term, byId) };
    });
  };
};

/** Returns the number of events that have the term and one of these statuses. */
export const countOf = ({ usage }: UsedTerm, statuses: readonly string[]): number =>
  statuses.reduce((sum, status) => sum + (usage[status] ?? 0), 0);

const slugsAbove = (term: Term, byId: ReadonlyMap<number, Term>): readonly string[] => {
  const slugs: string[] = [];
  let next = byId.get(term.parentId);
  // The limit ends the loop if parents form a circle: no category has more ancestors than were read.
  while (next !== undefined && slugs.length < byId.size) {
    slugs.unshift(next.slug);
    next = byId.get(next.parentId);
  }
  return slugs;
};
