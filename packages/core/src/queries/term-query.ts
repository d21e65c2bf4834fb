import type { CalendarEvent } from "../model/event.ts";
import { type ExternalId, hasExternalId } from "../model/external-id.ts";
import type { PostStatus } from "../model/post.ts";
import { isSeries } from "../model/recurrence/recurrence.ts";
import type { Taxonomy, Term, UsedTerm } from "../model/term.ts";
import { foldText } from "../model/text/text-search.ts";
import { isMet } from "./conditions.ts";
import {
  byId,
  byNumber,
  byText,
  type Comparison,
  inOrder,
  type Page,
  type Paging,
  reversed,
  toPage,
} from "./page.ts";

export type TermOrder =
  | "id"
  | "name"
  | "slug"
  | "description"
  | "count"
  | "parent"
  /** Order by the position of the term's id in `TermQuery.ids`. Without `ids`, the order is by id. */
  | "ids";

/** Query of a list of categories or tags. */
export interface TermQuery extends Paging {
  readonly taxonomy: Taxonomy;
  /**
   * Folded text that must occur in the folded name or in the slug of the term (rules/terms.md#term-search).
   */
  readonly search?: string;
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  readonly slug?: string;
  readonly externalId?: ExternalId;
  /**
   * Only direct children of this category; 0 selects categories at the top level
   * (rules/terms.md#parent-filter).
   */
  readonly parentId?: number;
  /** Only terms of this event, which may have any status (rules/terms.md#terms-of-event). */
  readonly eventId?: number;
  /**
   * If true, terms without events are left out, except ancestors of categories with events
   * (rules/terms.md#hide-empty).
   */
  readonly hideEmpty: boolean;
  /**
   * Statuses of events that count. The number of a term's events is the sum of `usage` for these statuses.
   */
  readonly countedStatuses: readonly PostStatus[];
  /**
   * Order of the list. Names are compared after `foldText`. Terms that are equal in the order are sorted by
   * ascending id, in both directions.
   */
  readonly order: { readonly by: TermOrder; readonly descending: boolean };
}
/** Members of an event that affect the usage counts of terms. */
type UsingEvent = Pick<CalendarEvent, "status" | "hideFromListings" | "categoryIds" | "tagIds">;

const termIdsOf = ({ categoryIds, tagIds }: UsingEvent): readonly number[] => [
  ...new Set([...categoryIds, ...tagIds]),
];

/**
 * Terms of an event and the event's status, by which the terms count it. `status` is `undefined` if there is
 * no event, or if it is hidden from lists.
 */
export interface CountedTerms {
  readonly status: PostStatus | undefined;
  readonly ids: readonly number[];
}

/**
 * Returns the terms that must no longer count an event, and those that must newly count it, when `event`
 * replaces `old`.
 */
export const usageChange = (
  event: UsingEvent,
  old: UsingEvent | undefined,
): { readonly lost: CountedTerms; readonly gained: CountedTerms } => {
  const counted = (one: UsingEvent | undefined): CountedTerms => ({
    status: one?.hideFromListings === false ? one.status : undefined,
    ids: one === undefined ? [] : termIdsOf(one),
  });
  const [before, after] = [counted(old), counted(event)];
  const without = ({ status, ids }: CountedTerms, others: readonly number[]): CountedTerms => ({
    status,
    ids: before.status === after.status ? ids.filter((id) => !others.includes(id)) : ids,
  });
  return { lost: without(before, after.ids), gained: without(after, before.ids) };
};

/**
 * Returns the terms with the number of these events for each status. Statuses without events are left out,
 * and neither series nor events that lists hide count. Occurrences of a series with the same status count as
 * one event.
 */
export const withUsage = (terms: readonly Term[], events: readonly CalendarEvent[]): readonly UsedTerm[] => {
  const counts = new Map(terms.map(({ id }) => [id, new Map<PostStatus, number>()]));
  const counted = new Set<string>();
  for (const event of events.filter((one) => !one.hideFromListings && !isSeries(one)))
    for (const id of termIdsOf(event)) {
      const key = `${event.occurrence?.seriesId ?? event.id} ${id} ${event.status}`;
      if (counted.has(key)) continue;
      counted.add(key);
      const count = counts.get(id);
      count?.set(event.status, (count.get(event.status) ?? 0) + 1);
    }
  return terms.map((term) => ({ ...term, usage: Object.fromEntries(counts.get(term.id) ?? []) }));
};

/**
 * Returns the categories that `belongs` accepts, directly or because of other accepted categories. It calls
 * `belongs` with the ids found so far, again and again until no more categories are found. It also ends if
 * parents form a circle.
 */
const reach = <T extends Term>(
  terms: readonly T[],
  belongs: (term: T, found: ReadonlySet<number>) => boolean,
): readonly T[] => {
  const categories = terms.filter(({ taxonomy }) => taxonomy === "category");
  let found: readonly T[] = [];
  for (;;) {
    const ids = new Set(found.map(({ id }) => id));
    const more = categories.filter((term) => belongs(term, ids));
    if (more.length === found.length) return found;
    found = more;
  }
};

/** Returns the categories with these ids and all their descendants. */
export const withDescendants = <T extends Term>(terms: readonly T[], ids: readonly number[]): readonly T[] =>
  reach(terms, ({ id, parentId }, found) => ids.includes(id) || found.has(parentId));

/** Returns the ancestors of the categories with these ids. */
export const ancestors = <T extends Term>(terms: readonly T[], ids: readonly number[]): readonly T[] =>
  reach(terms, ({ id }, found) =>
    terms.some((child) => child.parentId === id && (ids.includes(child.id) || found.has(child.id))),
  );

/**
 * Computes the result of a query from all terms (of both taxonomies) and all events. It is the reference
 * implementation, with which results of stores are compared.
 */
export const evaluateTermQuery = (
  query: TermQuery,
  terms: readonly UsedTerm[],
  events: readonly CalendarEvent[],
): Page<UsedTerm> => {
  const event = events.find(({ id }) => id === query.eventId);
  const statuses = [...new Set(query.countedStatuses)];
  const countOf = ({ usage }: UsedTerm): number =>
    statuses.reduce((sum, status) => sum + (usage[status] ?? 0), 0);
  const used = terms.filter((term) => countOf(term) > 0);
  const ids = used.map(({ id }) => id);
  const shown = query.hideEmpty ? new Set([...used, ...ancestors(terms, ids)]) : new Set(terms);
  const found = terms.filter(
    (term) =>
      term.taxonomy === query.taxonomy &&
      shown.has(term) &&
      isMet(query.search, (text) => foldText(term.name).includes(text) || term.slug.includes(text)) &&
      isMet(query.ids, (wanted) => wanted.includes(term.id)) &&
      isMet(query.excludeIds, (unwanted) => !unwanted.includes(term.id)) &&
      isMet(query.externalId, (wanted) => hasExternalId(term, wanted)) &&
      isMet(query.slug, (slug) => term.slug === slug) &&
      isMet(query.parentId, (id) => term.parentId === id) &&
      isMet(query.eventId, () => event !== undefined && termIdsOf(event).includes(term.id)),
  );
  const orders: Readonly<Record<TermOrder, Comparison<UsedTerm>>> = {
    id: byId,
    name: byText(({ name }) => foldText(name)),
    slug: byText(({ slug }) => slug),
    description: byText(({ description }) => description),
    count: byNumber(countOf),
    parent: byNumber(({ parentId }) => parentId),
    // If the query has `ids`, all its matches are in this list. Otherwise all matches are equal in this
    // order.
    ids: byNumber(({ id }) => query.ids?.indexOf(id) ?? 0),
  };
  const { by, descending } = query.order;
  return toPage(found, inOrder(descending ? reversed(orders[by]) : orders[by], byId), query);
};
