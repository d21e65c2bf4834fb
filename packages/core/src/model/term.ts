import type { WithExternalIds } from "./external-id.ts";
import type { Revised } from "./optimistic-locking.ts";
import type { Extensions, PostStatus } from "./post.ts";

/** Kind of term: category or tag. */
export type Taxonomy = "category" | "tag";

/**
 * Category (hierarchical) or tag (flat). Categories and tags share one id sequence
 * (rules/interface.md#record-ids).
 */
export interface Term extends Revised, WithExternalIds {
  readonly id: number;
  readonly taxonomy: Taxonomy;
  /** Name of the term as plain text, without HTML escaping. */
  readonly name: string;
  /** Slug of the term, unique within its taxonomy. */
  readonly slug: string;
  readonly description: string;
  /** Id of the parent category; 0 at the top level and for tags. */
  readonly parentId: number;
  readonly extensions: Extensions;
}

/**
 * Number of events that have a term, by the `PostStatus` of the events. Occurrences of a series with the same
 * status count as one event. An event that has only a descendant of a category does not count for that
 * category. Events hidden from lists do not count.
 */
export type TermUsage = Readonly<Record<PostStatus, number>>;

/** Term with the number of events that use it, as a store returns it. */
export interface UsedTerm extends Term {
  readonly usage: TermUsage;
}
