import { CalendarError, invalidParameter } from "../errors.ts";
import type { Actor } from "../model/actor.ts";
import type { PostStatuses } from "../model/post-statuses.ts";
import { utcText } from "../model/time/wall-clock.ts";
import type { Call } from "../operation.ts";
import type { Clock } from "../ports/clock.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { WriteHooks } from "../write-hooks/run-hooks.ts";
import type { WriteContext, WrittenRecord } from "../write-hooks/write-hook.ts";
import { computing } from "./computing/computing.ts";
import { type Slices, workAccountOf } from "./computing/slices.ts";
import { withFewOccurrences } from "./dry-run-occurrences.ts";
import { withoutHiddenSlugs } from "./dry-run-slugs.ts";
import { overridden } from "./overridden.ts";
import { type Transact, type TransactDeps, toUnit, type WriteOrigin, type WriteUnit } from "./transact.ts";

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
  /** A dry run that nobody waits for rejects with `rest_storage_unavailable` before it does anything. */
  readonly isGone?: Call["isGone"];
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
    { isDryRun = false, isGone = () => false }: RehearsalOptions = {},
  ): Promise<T> => {
    if (isInTransaction) throw invalidParameter("dry_run", { reason: "dry-run-in-transaction" });
    const inDryRun = (repositories: Repositories): Repositories =>
      overridden(withoutIds(repositories), {
        events: overridden(
          repositories.events,
          withFewOccurrences(repositories.events, utcText(clock.now())),
        ),
      });
    const undone = new Error("This was a rehearsal.");
    let done: { readonly result: T } | undefined;
    let written: [WrittenRecord, WriteContext][] = [];
    const run = computing(store, { slices, account: workAccountOf(origin), isUndone: isDryRun }).transaction(
      async (repositories) => {
        // Many dry runs of one client may have waited for this one's turn.
        if (isDryRun && isGone()) throw new CalendarError("rest_storage_unavailable");
        // Anew for each run.
        written = [];
        const used = isDryRun
          ? withoutHiddenSlugs(inDryRun(repositories), origin.actor, postStatuses)
          : repositories;
        const unit = toUnit(used, origin, { writeHooks, policies }, (record, context) =>
          written.push([record, context]),
        );
        done = { result: await work(unit) };
        throw undone;
      },
    );
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
const withoutIds = (repositories: Repositories): Repositories => {
  let last = 0;
  const next = (): number => {
    last -= 1;
    return last;
  };
  return overridden(repositories, {
    ids: overridden(repositories.ids, {
      next: async () => next(),
      nextMany: async (_sequence: string, count: number) => Array.from({ length: count }, next),
    }),
  });
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
  async (work, origin, { isDryRun = false, isGone } = {}) => {
    if (isDryRun) return rehearse(work, origin, { isDryRun, isGone });
    if (rehearse.hasChecks) await rehearse(work, origin);
    return transact(work, origin);
  };
