import type { Revised } from "./optimistic-locking.ts";
import type { Extensions, PostStatus } from "./post.ts";

/** Kind of term. */
export type Taxonomy = "category" | "tag";

/**
 * Category (hierarchical) or tag (flat). Ids are unique over both taxonomies (rules/interface.md#record-ids).
 */
export interface Term extends Revised {
  readonly id: number;
  readonly taxonomy: Taxonomy;
  /** Plain text, not escaped. */
  readonly name: string;
  /** Unique within its taxonomy. */
  readonly slug: string;
  readonly description: string;
  /** Id of the parent category; 0 at the top level and for tags. */
  readonly parentId: number;
  readonly extensions: Extensions;
}

/** Number of events that directly have a term and are not hidden from listings, by their status. */
export type TermUsage = Readonly<Record<PostStatus, number>>;

/** Term with its usage, as a store returns it. */
export interface UsedTerm extends Term {
  readonly usage: TermUsage;
}
