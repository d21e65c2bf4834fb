import { invalidParameter } from "../errors.ts";
import { utcText } from "../model/time/wall-clock.ts";
import type { Clock } from "../ports/clock.ts";
import type { IdSequences, Store } from "../ports/store.ts";
import type { Actor } from "../rights/actor.ts";
import type { PostStatuses } from "../rights/post-statuses.ts";
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
 * Does the work of a unit and undoes it, then asks the checks of hooks about each record that it would have stored; answers what the
 * work did. In a dry run new records have ids below 0: none is drawn; and slugs are free that records have which the actor may not read.
 */
export interface Rehearse {
  <T>(work: (unit: WriteUnit) => Promise<T>, origin: ActorOrigin, options?: RehearsalOptions): Promise<T>;
  /** Whether there are any checks. */
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

/** `isInTransaction`: all units are parts of one transaction, which cannot undo one of them alone: then there are no dry runs. */
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
    const undone = new Error("This was a rehearsal.");
    let done: { readonly result: T } | undefined;
    let written: [WrittenRecord, WriteContext][] = [];
    const run = computing(store, {
      slices,
      account: workAccountOfOrigin(origin),
      isDryRun,
      isGone: origin.isGone,
    }).transaction(async (unit) => {
      // Anew for each run.
      written = [];
      const used = isDryRun ? withoutHiddenSlugs(inDryRun(unit), origin.actor, postStatuses) : unit;
      const writeUnit = toWriteUnit(used, origin, { writeHooks, policies }, (record, context) =>
        written.push([record, context]),
      );
      done = { result: await work(writeUnit) };
      throw undone;
    });
    await run.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    for (const [record, context] of written) {
      // The id of a new one is drawn anew.
      await writeHooks?.check(context.before === undefined ? { ...record, id: 0 } : record, context);
    }
    if (done === undefined) throw undone;
    return done.result;
  };
  return Object.assign(rehearse, { hasChecks: writeHooks?.hasChecks === true });
};

/** Ids of records that are never stored: from -1 downwards. */
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

/** Of what somebody writes. */
export type ActorOrigin = WriteOrigin & { readonly actor: Actor };

/** Does the work of a unit for an actor; in a dry run it undoes it. */
export type Checked = <T>(
  work: (unit: WriteUnit) => Promise<T>,
  origin: ActorOrigin,
  options?: RehearsalOptions,
) => Promise<T>;

/** Rehearses what checks want to see before it is done. */
export const createChecked =
  (rehearse: Rehearse, transact: Transact): Checked =>
  async (work, origin, { isDryRun = false } = {}) => {
    if (isDryRun) return rehearse(work, origin, { isDryRun });
    if (rehearse.hasChecks) await rehearse(work, origin);
    return transact(work, origin);
  };
