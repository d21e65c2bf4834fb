import type { ExtensibleKind, MaybePure, Purity } from "../plugins/contributions.ts";
import type { ExtensionFilter, Visibility } from "../queries/conditions.ts";
import type { WrittenKind, WrittenRecord } from "../write-hooks/write-hook.ts";
import type { Actor } from "./actor.ts";

/**
 * Action of a write. For an event, venue or organizer, `delete` means that it is moved to the trash. For a
 * term, it means permanent deletion.
 */
export type PolicyAction = "create" | "update" | "delete";

/** Information about a write, for `permits` of a policy. */
export interface PolicyContext {
  readonly kind: WrittenKind;
  readonly actor: Actor;
  /**
   * Stored record, if `record` is the changed record. Absent if `record` is the stored record itself, and for
   * a new record.
   */
  readonly before?: WrittenRecord;
}

/**
 * Conditions that limit which records an actor may read. All conditions must hold. They have the same form as
 * the conditions of list queries.
 */
export interface Narrowing {
  readonly visible?: Visibility;
  readonly extensions?: readonly ExtensionFilter[];
  /** Only events with one of these ids. `ids`, `venueIds` and `featured` limit only events. */
  readonly ids?: readonly number[];
  /** Only events at one of these venues. */
  readonly venueIds?: readonly number[];
  readonly featured?: boolean;
}

interface PermitsWrites {
  /**
   * Returns true if the actor may do this write. For an existing record, Kalends calls it first with the
   * stored record. Before it stores the changed record, Kalends calls it again, with the stored record as
   * `before`.
   * One request can call it more often, also inside a transaction that runs again. It must be synchronous and
   * must not have other effects.
   */
  permits(action: PolicyAction, record: WrittenRecord, context: PolicyContext): boolean;
}

/** Policy that limits reads. `pure` is true if the result of `narrow` depends only on its argument. */
interface NarrowsReads extends Purity {
  /**
   * Returns the conditions that limit what the actor may read. Returns `undefined` to add no condition. Must
   * be synchronous.
   */
  narrow(context: { readonly kind: ExtensibleKind; readonly actor: Actor }): Narrowing | undefined;
}

/**
 * Restriction of the rights of actors; a policy never adds rights. `permits` restricts writes, and `narrow`
 * restricts reads. Source: rules/rights.md#policies.
 */
export type Policy =
  | (PermitsWrites & MaybePure & { readonly narrow?: undefined })
  | (NarrowsReads & Partial<PermitsWrites>);
