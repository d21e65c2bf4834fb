import type { ExtensibleKind, MaybePure, Purity } from "../plugins/contributions.ts";
import type { ExtensionFilter, Visibility } from "../queries/conditions.ts";
import type { WrittenKind, WrittenRecord } from "../write-hooks/write-hook.ts";
import type { Actor } from "./actor.ts";

/** `delete`: to the trash; of terms, for ever. */
export type PolicyAction = "create" | "update" | "delete";

/** What is known of a write besides the record. */
export interface PolicyContext {
  readonly kind: WrittenKind;
  readonly actor: Actor;
  /** The record as it is stored, where the one asked about is as it would be; absent where it is new, too. */
  readonly before?: WrittenRecord;
}

/** The records of a kind that somebody may read; all conditions hold. They mean what they mean in queries of lists. */
export interface Narrowing {
  readonly visible?: Visibility;
  readonly extensions?: readonly ExtensionFilter[];
  /** Of events only, as the others below: those with one of these ids. */
  readonly ids?: readonly number[];
  /** Those at one of these venues. */
  readonly venueIds?: readonly number[];
  readonly featured?: boolean;
}

interface PermitsWrites {
  /**
   * Whether the actor may do this. Asked with the record as it is, and once more, with `before`, with the record as it would be. Runs
   * inside units of work, which may run again: it answers at once and does nothing else.
   */
  permits(action: PolicyAction, record: WrittenRecord, context: PolicyContext): boolean;
}

/** `pure`: what `narrow` answers depends on nothing but what it is given. */
interface NarrowsReads extends Purity {
  /** The events, venues or organizers that the actor may read; `undefined`: all that rights allow. Answers at once. */
  narrow(context: { readonly kind: ExtensibleKind; readonly actor: Actor }): Narrowing | undefined;
}

/** Takes away from what rights allow, and never adds to it. Source: rules/rights.md#policies. */
export type Policy =
  | (PermitsWrites & MaybePure & { readonly narrow?: undefined })
  | (NarrowsReads & Partial<PermitsWrites>);
