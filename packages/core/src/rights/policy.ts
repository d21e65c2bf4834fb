import type { ExtensibleKind, MaybePure, Purity } from "../plugins/contributions.ts";
import type { ExtensionFilter, Visibility } from "../queries/conditions.ts";
import type { WrittenKind, WrittenRecord } from "../write-hooks/write-hook.ts";
import type { Actor } from "./actor.ts";

/** Action of a write. `delete` moves a post to the trash and destroys a term. */
export type PolicyAction = "create" | "update" | "delete";

/** Context of a write. */
export interface PolicyContext {
  readonly kind: WrittenKind;
  readonly actor: Actor;
  /** Record as it is stored, if `record` is as it would be; absent for a new record. */
  readonly before?: WrittenRecord;
}

/** Conditions on the records that an actor may read, as in queries of lists; all of them apply. */
export interface Narrowing {
  readonly visible?: Visibility;
  readonly extensions?: readonly ExtensionFilter[];
  /** Only events with one of these ids. The members below apply to events only, too. */
  readonly ids?: readonly number[];
  /** Only events at one of these venues. */
  readonly venueIds?: readonly number[];
  readonly featured?: boolean;
}

interface PermitsWrites {
  /**
   * True if the actor may do this. Called with the record as it is, and again, with `before`, with the record as it would be. Runs inside the unit of
   * work, which may run again: it is synchronous and has no other effect.
   */
  permits(action: PolicyAction, record: WrittenRecord, context: PolicyContext): boolean;
}

/** Policy on reads. `pure` is true if the result of `narrow` depends only on its argument. */
interface NarrowsReads extends Purity {
  /** Returns the conditions on what the actor may read; `undefined` for all that rights allow. Synchronous. */
  narrow(context: { readonly kind: ExtensibleKind; readonly actor: Actor }): Narrowing | undefined;
}

/** Restriction of what rights allow; it never adds rights. `permits` applies to writes, `narrow` to reads. Source: rules/rights.md#policies. */
export type Policy =
  | (PermitsWrites & MaybePure & { readonly narrow?: undefined })
  | (NarrowsReads & Partial<PermitsWrites>);
