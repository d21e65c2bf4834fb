import type { Connection } from "../database/connection.ts";
import type { FileHealth } from "../database/file-health.ts";
import { PREFIX } from "../database/prefix.ts";
import { untilFree } from "../database/retry-while-busy.ts";
import { createDeferredWrites } from "./deferred-writes.ts";
import { type HandedOut, isDone, type Outcome, outcomeOf, type Run, type Unit } from "./unit.ts";
import { createUnitRunner } from "./unit-runner.ts";

export interface GroupDeps {
  readonly writing: Connection;
  readonly health: FileHealth;
  /** Number of milliseconds to wait for other processes. */
  readonly patience: number;
  /** Returns the next waiting unit that may run in the same transaction, and removes it from the queue. */
  next(): Unit | undefined;
}

interface EndedGroup {
  /** Resolves or rejects the promises of the units. */
  finish(): void;
  /** Units that were undone and must run again, each in its own transaction. */
  readonly lost: readonly Unit[];
  /**
   * Units that took too long and were undone, so that the others could be committed. Each may run again after
   * its current run has ended.
   */
  readonly late: readonly Run[];
}

/**
 * Creates the function that runs several units, one after another, in one database transaction.
 * The promise of each unit is resolved or rejected only after all of them are committed. The function itself
 * never rejects.
 */
export const createGroupRunner = ({
  writing,
  health,
  patience,
  next,
}: GroupDeps): ((first: Unit) => Promise<EndedGroup>) => {
  const deferred = createDeferredWrites();
  const { runWithoutSavepoints, runWithSavepoints, undoAll } = createUnitRunner(writing, deferred, next);

  const commit = (): void => {
    // The file is checked directly before the commit, because acknowledged writes must be in the file that is
    // at the path.
    health.checkWritable();
    writing.run("COMMIT");
  };

  const end = (runs: readonly Run[], handedOut: readonly unknown[]): void => {
    if (!writing.inTransaction) throw new Error("The database has taken the unit of work back.");
    if (handedOut.length > 0 || runs.some(isDone)) {
      deferred.run();
      commit();
    } else writing.run("ROLLBACK");
  };

  const giveUp = (handedOut: HandedOut): void => {
    if (!writing.inTransaction) return;
    try {
      const ids = [...handedOut];
      if (ids.length === 0) return;
      undoAll(ids);
      commit();
    } finally {
      if (writing.inTransaction) writing.run("ROLLBACK");
    }
  };

  const report = (unit: Unit, outcome: Outcome): void => {
    if ("value" in outcome) unit.resolve(outcome.value);
    else unit.reject(health.toStoreError(outcome.error));
  };

  return async (first) => {
    const [withoutSavepoints, withSavepoints]: [Run[], Run[]] = [[], []];
    let again: readonly Unit[] = [];
    const late = (): readonly Run[] => [...withoutSavepoints, ...withSavepoints].filter(isLate);
    try {
      health.checkReadable();
      await begin(writing, patience);
      deferred.clear();
      await runWithoutSavepoints(first, withoutSavepoints);
      if (writing.inTransaction && mustRunAgain(withoutSavepoints)) {
        again = inTime(withoutSavepoints);
        await runWithSavepoints(again, withSavepoints);
      }
      const ended = again.length > 0 ? withSavepoints : withoutSavepoints;
      end(ended, handedOutBy([...withoutSavepoints, ...withSavepoints]));
      const finish = (): void => {
        for (const { unit, outcome } of ended) if (outcome !== undefined) report(unit, outcome);
      };
      return { finish, lost: again.slice(withSavepoints.length), late: late() };
    } catch (error) {
      const undone = await outcomeOf(() => giveUp(handedOutBy([...withoutSavepoints, ...withSavepoints])));
      // A unit that took too long is not included. It can run again only after its current run has ended.
      const isLost = (unit: Unit): boolean => !late().some((run) => run.unit === unit);
      const lost = (again.length > 0 ? again : inTime(withoutSavepoints)).filter(isLost);
      if (lost.length > 1) return { finish: () => undefined, lost, late: late() };
      // Use the error of the first unit itself, if it has one. The first unit has no time limit.
      const own = [withSavepoints[0], withoutSavepoints[0]]
        .map((run) => run?.outcome)
        .find((outcome) => outcome && "error" in outcome);
      const outcome = own ?? ("error" in undone ? undone : { error });
      return { finish: () => report(first, outcome), lost: [], late: late() };
    }
  };
};

const isLate = ({ outcome }: Run): boolean => outcome === undefined;

const inTime = (runs: readonly Run[]): readonly Unit[] =>
  runs.filter((run) => !isLate(run)).map(({ unit }) => unit);

const handedOutBy = (runs: readonly Run[]): readonly (readonly [string, number])[] =>
  runs.flatMap(({ handedOut }) => [...handedOut]);

/**
 * True if units must run again. A single unit that has failed is already undone and affects no other units.
 */
const mustRunAgain = (runs: readonly Run[]): boolean =>
  runs.some((run) => !isDone(run)) &&
  (runs.length > 1 || runs.some(({ outcome }) => outcome !== undefined && "value" in outcome));

/**
 * Begins the transaction. It waits without blocking, because another store of this process may hold the lock.
 * The transaction begins with a savepoint, which costs nothing here. A rollback to this savepoint undoes
 * everything, but keeps the lock.
 */
const begin = (connection: Connection, patience: number): Promise<void> =>
  untilFree(() => {
    try {
      connection.run("SAVEPOINT grouped");
      // This statement changes nothing, but acquires the lock, like BEGIN IMMEDIATE.
      connection.run(`DELETE FROM ${PREFIX}sequences WHERE false`);
    } catch (error) {
      if (connection.inTransaction) connection.run("ROLLBACK");
      throw error;
    }
  }, patience);
