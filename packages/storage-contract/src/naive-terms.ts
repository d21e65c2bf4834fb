import type { CalendarEvent, Page, Term, TermQuery, TermUsage, UsedTerm } from "@kalends/core";
import { foldText } from "@kalends/core";
import { byNumber, byText, type Comparison, inOrder, reversed, toPage } from "./naive-posts.ts";

const idsOf = (event: CalendarEvent): readonly number[] => [...event.categoryIds, ...event.tagIds];

/** How many events that are not hidden have the term directly, by status; statuses without any are left out. */
const usageOf = (term: Term, events: readonly CalendarEvent[]): TermUsage => {
  const counts: Record<string, number> = {};
  for (const { status, ...event } of events)
    if (!event.hideFromListings && [...event.categoryIds, ...event.tagIds].includes(term.id))
      counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** The terms with their usage. */
export const withUsage = (terms: readonly Term[], events: readonly CalendarEvent[]): readonly UsedTerm[] =>
  terms.map((term) => ({ ...term, usage: usageOf(term, events) }));

/** These terms and all below them. */
export const withDescendants = (terms: readonly Term[], ids: readonly number[]): readonly number[] => {
  const below = terms.filter(({ id, parentId }) => ids.includes(parentId) && !ids.includes(id));
  return below.length === 0 ? ids : withDescendants(terms, [...ids, ...below.map(({ id }) => id)]);
};

/** All above these terms. */
export const ancestors = (terms: readonly Term[], ids: readonly number[]): readonly number[] => {
  const parents = terms.filter(({ id }) => ids.includes(id)).map(({ parentId }) => parentId);
  const above = [...new Set(parents)].filter((id) => id !== 0);
  return above.length === 0 ? [] : [...new Set([...above, ...ancestors(terms, above)])];
};

/** What a list of terms is, word for word as `TermQuery` says it. */
export const listTerms = (
  terms: readonly UsedTerm[],
  events: readonly CalendarEvent[],
  query: TermQuery,
): Page<UsedTerm> => {
  const countOf = ({ usage }: UsedTerm): number =>
    [...new Set(query.countedStatuses)].reduce((sum, status) => sum + (usage[status] ?? 0), 0);
  const isShownThoughEmpty = (term: UsedTerm): boolean => {
    const family = withDescendants(terms, [term.id]);
    return terms.some((other) => family.includes(other.id) && countOf(other) > 0);
  };
  const event = events.find(({ id }) => id === query.eventId);
  const { search } = query;
  const matches = terms.filter(
    (term) =>
      term.taxonomy === query.taxonomy &&
      (search === undefined || foldText(term.name).includes(search) || term.slug.includes(search)) &&
      (query.ids === undefined || query.ids.includes(term.id)) &&
      (query.excludeIds === undefined || !query.excludeIds.includes(term.id)) &&
      (query.slug === undefined || term.slug === query.slug) &&
      (query.parentId === undefined || term.parentId === query.parentId) &&
      (query.eventId === undefined || (event !== undefined && idsOf(event).includes(term.id))) &&
      (!query.hideEmpty || countOf(term) > 0 || isShownThoughEmpty(term)),
  );
  const comparisons: Readonly<Record<TermQuery["order"]["by"], Comparison<UsedTerm>>> = {
    id: byNumber(({ id }) => id),
    name: byText(({ name }) => foldText(name)),
    slug: byText(({ slug }) => slug),
    description: byText(({ description }) => description),
    count: byNumber(countOf),
    parent: byNumber(({ parentId }) => parentId),
    // A list narrows, too: either all terms are in it, or there is none and all are tied.
    ids: byNumber(({ id }) => query.ids?.indexOf(id) ?? 0),
  };
  const { by, descending } = query.order;
  const wanted = descending ? reversed(comparisons[by]) : comparisons[by];
  return toPage(matches, inOrder(wanted, comparisons.id), query);
};
