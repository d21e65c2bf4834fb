import { invalidParameter } from "../errors.ts";
import { utcText } from "../model/time/wall-clock.ts";
import type { Clock } from "../ports/clock.ts";
import type { IdSequences, Store } from "../ports/store.ts";
import type { Actor } from "../rights/actor.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import type { WriteHooks } from "../write-hooks/run-hooks.ts";
import type { WriteContext, WrittenRecord } from "../write-hooks/write-hook.ts";
import { computing } from "./computing.ts";
import { withFewOccurrences } from "./dry-run-occurrences.ts";
import { withoutHiddenSlugs } from "./dry-run-slugs.ts";
import { type Slices, workAccountOfOrigin } from "./slices.ts";
import {
  type Transact,
  type TransactDeps,
  toWriteUnit,
  type WriteOrigin,
  type WriteUnit,
} from "./transact.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/**
 * Runs the work of a unit, rolls it back, and then runs the checks of hooks on each record that would have
 * been stored. Returns the result of the work. In a dry run, new records get ids below 0, so that no id is
 * used up. Slugs of records that the actor may not read count as free.
 */
export interface Rehearse {
  <T>(work: (unit: WriteUnit) => Promise<T>, origin: ActorOrigin, options?: RehearsalOptions): Promise<T>;
  /** True if hooks have checks. */
  readonly hasChecks: boolean;
}

interface RehearsalOptions {
  readonly isDryRun?: boolean;
}

interface RehearsalDeps {
  readonly store: Pick<Store, "transaction">;
  readonly clock: Clock;
  readonly postStatuses: Pick<PostStatuses, "canRead">;
  readonly writeHooks?: WriteHooks | undefined;
  readonly policies?: TransactDeps["policies"];
  readonly slices?: Slices | undefined;
}

/** Work of a dry run, as rows: a transaction that stores nothing costs as much as these. */
const DRY_RUN_ROWS = 8;

/**
 * Creates the function that rehearses writes. `isInTransaction` means that all units are parts of one
 * transaction, which cannot roll back a single unit. Dry runs are then refused.
 */
export const createRehearse = (
  { store, clock, postStatuses, writeHooks, policies, slices }: RehearsalDeps,
  isInTransaction: boolean,
): Rehearse => {
  const rehearse = async <T>(
    work: (unit: WriteUnit) => Promise<T>,
    origin: ActorOrigin,
    { isDryRun = false }: RehearsalOptions = {},
  ): Promise<T> => {
    if (isInTransaction) throw invalidParameter("dry_run", { reason: "dry-run-in-transaction" });
    const inDryRun = (unit: UnitOfWork): UnitOfWork => ({
      ...unit,
      ids: withoutIds(unit.ids),
      events: { ...unit.events, ...withFewOccurrences(unit.events, utcText(clock.now())) },
    });
    if (isDryRun) slices?.countRows(DRY_RUN_ROWS, workAccountOfOrigin(origin), true);
    const rollback = new Error("This was a rehearsal.");
    let outcome: { readonly result: T } | undefined;
    let written: [WrittenRecord, WriteContext][] = [];
    const run = computing(store, {
      slices,
      account: workAccountOfOrigin(origin),
      isDryRun,
      isGone: origin.isGone,
    }).transaction(async (unit) => {
      // Reset for each run.
      written = [];
      const used = isDryRun ? withoutHiddenSlugs(inDryRun(unit), origin.actor, postStatuses) : unit;
      const writeUnit = toWriteUnit(used, origin, { writeHooks, policies }, (record, context) =>
        written.push([record, context]),
      );
      outcome = { result: await work(writeUnit) };
      throw rollback;
    });
    await run.catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
    for (const [record, context] of written) {
      // The real write assigns another id to a new record.
      await writeHooks?.check(context.before === undefined ? { ...record, id: 0 } : record, context);
    }
    if (outcome === undefined) throw rollback;
    return outcome.result;
  };
  return Object.assign(rehearse, { hasChecks: writeHooks?.hasChecks === true });
};

/** Returns a sequence of ids for records that are never stored: -1, -2, ... */
const withoutIds = (ids: IdSequences): IdSequences => {
  let last = 0;
  const next = (): number => {
    last -= 1;
    return last;
  };
  return {
    ...ids,
    next: async () => next(),
    nextMany: async (_sequence, count) => Array.from({ length: count }, next),
  };
};

/** Origin of a write that has an actor. */
export type ActorOrigin = WriteOrigin & { readonly actor: Actor };

/** Runs the work of a unit for an actor. Rolls it back in a dry run. */
export type Checked = <T>(
  work: (unit: WriteUnit) => Promise<T>,
  origin: ActorOrigin,
  options?: RehearsalOptions,
) => Promise<T>;

/** Returns a function that rehearses writes first if hooks have checks. */
export const createChecked =
  (rehearse: Rehearse, transact: Transact): Checked =>
  async (work, origin, { isDryRun = false } = {}) => {
    if (isDryRun) return rehearse(work, origin, { isDryRun });
    if (rehearse.hasChecks) await rehearse(work, origin);
    return transact(work, origin);
  };
