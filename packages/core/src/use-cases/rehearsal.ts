import type { Actor } from "../model/actor.ts";
import type { Store } from "../ports/store.ts";
import type { WriteHooks } from "../write-hooks/run-hooks.ts";
import type { WriteContext, WrittenRecord } from "../write-hooks/write-hook.ts";
import { type Transact, type TransactDeps, toUnit, type WriteUnit } from "./transact.ts";

/** Does the work of a unit and undoes it, then asks the checks of hooks about each record that it would have stored. */
export interface Rehearse {
  (work: (unit: WriteUnit) => Promise<unknown>, actor: Actor): Promise<void>;
  /** Whether there are any checks. */
  readonly hasChecks: boolean;
}

interface RehearsalDeps {
  readonly store: Pick<Store, "transaction">;
  readonly writeHooks?: WriteHooks | undefined;
  readonly policies?: TransactDeps["policies"];
}

export const createRehearse = ({ store, writeHooks, policies }: RehearsalDeps): Rehearse => {
  const rehearse = async (work: (unit: WriteUnit) => Promise<unknown>, actor: Actor): Promise<void> => {
    const undone = new Error("This was a rehearsal.");
    let written: [WrittenRecord, WriteContext][] = [];
    const run = store.transaction(async (repositories) => {
      // Anew for each run.
      written = [];
      const unit = toUnit(repositories, { actor }, { writeHooks, policies }, (record, context) =>
        written.push([record, context]),
      );
      await work(unit);
      throw undone;
    });
    await run.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    for (const [record, context] of written) {
      // The id of a new one is drawn anew.
      await writeHooks?.check(context.before === undefined ? { ...record, id: 0 } : record, context);
    }
  };
  return Object.assign(rehearse, { hasChecks: writeHooks?.hasChecks === true });
};

/** Rehearses what checks want to see before it is done. */
export const createChecked =
  (rehearse: Rehearse, transact: Transact): Transact =>
  async (work, origin) => {
    if (rehearse.hasChecks && origin.actor !== undefined) await rehearse(work, origin.actor);
    return transact(work, origin);
  };
