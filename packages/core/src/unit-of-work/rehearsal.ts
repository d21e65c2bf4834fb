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
 * Runs the work of a write in a transaction and rolls it back. Then it runs the `check` hooks on each record
 * that the write would have stored, and returns the result of the work.
 * In a dry run, new records get negative ids, so that no id is used up. Slugs of records that the actor may
 * not read count as free.
 */
export interface Rehearse {
  <T>(work: (unit: WriteUnit) => Promise<T>, origin: ActorOrigin, options?: RehearsalOptions): Promise<T>;
  /** True if at least one hook has a `check`. */
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

/**
 * Rows that are charged for a dry run. It stores nothing, but its transaction takes as long as writing this
 * many rows.
 */
const DRY_RUN_ROWS = 8;

/**
 * Creates the function that rehearses writes.
 * `isInTransaction` means that all units are parts of one transaction. A single unit can then not be rolled
 * back, so dry runs are refused.
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
      // The work may run several times; each run begins with an empty list.
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
      // A new record has the id 0 here, because the real write will assign another id.
      await writeHooks?.check(context.before === undefined ? { ...record, id: 0 } : record, context);
    }
    if (outcome === undefined) throw rollback;
    return outcome.result;
  };
  return Object.assign(rehearse, { hasChecks: writeHooks?.hasChecks === true });
};

/** Returns an id sequence for records that are never stored: -1, -2 and so on. */
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

/** Origin of a write that a user, visitor or plugin makes. */
export type ActorOrigin = WriteOrigin & { readonly actor: Actor };

/** Runs the work of a unit for an actor. A dry run is rolled back. */
export type Checked = <T>(
  work: (unit: WriteUnit) => Promise<T>,
  origin: ActorOrigin,
  options?: RehearsalOptions,
) => Promise<T>;

/** Returns a function that rehearses each write first, if hooks have a `check`. */
export const createChecked =
  (rehearse: Rehearse, transact: Transact): Checked =>
  async (work, origin, { isDryRun = false } = {}) => {
    if (isDryRun) return rehearse(work, origin, { isDryRun });
    if (rehearse.hasChecks) await rehearse(work, origin);
    return transact(work, origin);
  };
