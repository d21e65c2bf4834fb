import type { ExtensibleKind, MaybePure, Purity } from "../plugins/contributions.ts";
import type { ExtensionFilter, Visibility } from "../queries/conditions.ts";
import type { WrittenKind, WrittenRecord } from "../write-hooks/write-hook.ts";
import type { Actor } from "./actor.ts";

/** `delete` moves to the trash; terms are deleted permanently. */
export type PolicyAction = "create" | "update" | "delete";

/** Facts about a write other than the record. */
export interface PolicyContext {
  readonly kind: WrittenKind;
  readonly actor: Actor;
  /**
   * Stored record, if the given record is the version to be written. Absent for the stored record itself and
   * for new records.
   */
  readonly before?: WrittenRecord;
}

/**
 * Conditions on the records of a kind that an actor may read; all must hold. They have the same meaning as in
 * list queries.
 */
export interface Narrowing {
  readonly visible?: Visibility;
  readonly extensions?: readonly ExtensionFilter[];
  /** Events with one of these ids. Like the conditions below, it applies to events only. */
  readonly ids?: readonly number[];
  /** Events at one of these venues. */
  readonly venueIds?: readonly number[];
  readonly featured?: boolean;
}

interface PermitsWrites {
  /**
   * True if the actor may do this. Called with the stored record, and again with `before` for the version to
   * be written. Runs inside units of work, which may run again: it must be synchronous and free of side
   * effects.
   */
  permits(action: PolicyAction, record: WrittenRecord, context: PolicyContext): boolean;
}

/** `pure`: the result of `narrow` depends only on its arguments. */
interface NarrowsReads extends Purity {
  /**
   * Returns conditions on the events, venues or organizers that the actor may read; `undefined` for all that
   * rights allow. Must be synchronous.
   */
  narrow(context: { readonly kind: ExtensibleKind; readonly actor: Actor }): Narrowing | undefined;
}

/** Policy of a plugin: it restricts rights and never extends them. Source: rules/rights.md#policies. */
export type Policy =
  | (PermitsWrites & MaybePure & { readonly narrow?: undefined })
  | (NarrowsReads & Partial<PermitsWrites>);
