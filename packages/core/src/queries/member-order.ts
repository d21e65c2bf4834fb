import type { Post } from "../model/post.ts";
import { toSearchable } from "../model/text/text-search.ts";
import { isMet } from "./conditions.ts";
import { byId, byNumber, byText, type Comparison, inOrder, reversed } from "./page.ts";
import { relevanceOf } from "./relevance.ts";
import { toComparable } from "./values.ts";

/** Names of the members by which a list can be sorted. */
export type OrderMember = "start" | "title" | "modified" | "date" | "id" | "relevance" | "distance";

/**
 * Order by a member that every record has.
 *
 * - `start`: start, publication date, id.
 * - `title`: `titleOf` the record, id.
 * - `modified`: time of the last change in UTC, id.
 * - `date`: publication date, id.
 * - `id`: id.
 * - `relevance`: `relevanceOf` the record, id. Only the newest `RANKED` matches are ranked; the others follow,
 *   newest first. Without a search, all records are equally relevant.
 * - `distance`: distance from the centre of `location.within`, then the default order of the list.
 *
 * Ascending, the most relevant record comes first. `descending` reverses the complete list.
 * Source: rules/orders.md#orderby.
 */
export interface MemberOrder {
  readonly by: OrderMember;
  readonly descending?: boolean;
}

/** Order of a list of venues or organizers. `distance` requires `location.within`. */
export interface LinkedOrder extends MemberOrder {
  readonly by: Exclude<OrderMember, "start">;
}

/**
 * Number of the newest matches that `relevance` ranks. A match is newer if its publication date is later, or
 * if the dates are equal and its id is higher.
 * Source: rules/orders.md#order-by-relevance.
 */
export const RANKED = 1000;

/**
 * Returns the text by which `title` sorts a title or name: plain text, folded, and cut to the length that
 * orders compare.
 */
export const titleOf = (title: string): string => String(toComparable(toSearchable(title)));

/** Bounds on the time of the last change in UTC, both exclusive. Times are compared as text. */
export interface ModifiedRange {
  readonly after?: string;
  readonly before?: string;
}

/** Conditions on members that all posts have. All of them must hold. */
export interface PostConditions {
  /** Ids of authors. An empty list matches no record. */
  readonly authors?: readonly number[];
  readonly modified?: ModifiedRange;
  /** True for records with a featured image, false for records without one. */
  readonly hasImage?: boolean;
}

/** True if the record meets the conditions. */
export const hasPostConditions = (
  { author, modifiedUtc, imageId }: Post,
  { authors, modified, hasImage }: PostConditions,
): boolean =>
  isMet(authors, (ids) => ids.includes(author)) &&
  isMet(modified?.after, (bound) => modifiedUtc > bound) &&
  isMet(modified?.before, (bound) => modifiedUtc < bound) &&
  isMet(hasImage, (wanted) => wanted === (imageId !== undefined));

/** Functions that return the values of a record by which a list can be sorted. */
export interface MemberValues<T> {
  title(record: T): string;
  /** Text that the search of the list reads; its first line is the title. */
  text(record: T): string;
  /** Folded words that the search requires. */
  readonly words: readonly string[];
  readonly start: Comparison<T>;
  readonly distance: Comparison<T>;
}

/** Creates the comparison for an order of the matching records `found`. */
export const byMember = <T extends Post>(
  { by, descending }: MemberOrder,
  found: readonly T[],
  values: MemberValues<T>,
): Comparison<T> => {
  const published = inOrder<T>(
    byText(({ date }) => date),
    byId,
  );
  const orders: Readonly<Record<OrderMember, () => Comparison<T>>> = {
    start: () => values.start,
    title: () =>
      inOrder<T>(
        byText((record) => titleOf(values.title(record))),
        byId,
      ),
    modified: () =>
      inOrder<T>(
        byText(({ modifiedUtc }) => modifiedUtc),
        byId,
      ),
    date: () => published,
    id: () => byId,
    relevance: () => byRelevance(found, published, values),
    distance: () => values.distance,
  };
  const compare = orders[by]();
  return descending === true ? reversed(compare) : compare;
};

const byRelevance = <T extends Post>(
  found: readonly T[],
  published: Comparison<T>,
  { text, words }: MemberValues<T>,
): Comparison<T> => {
  const newest = found.toSorted(reversed(published));
  const ranks = new Map(newest.slice(0, RANKED).map((record) => [record, relevanceOf(text(record), words)]));
  const ranked = [...ranks.keys()].toSorted(
    inOrder<T>(
      byNumber((record) => ranks.get(record) ?? 0),
      byId,
    ),
  );
  const places = new Map([...ranked, ...newest.slice(RANKED)].map((record, place) => [record, place]));
  return byNumber((record) => places.get(record) ?? 0);
};
