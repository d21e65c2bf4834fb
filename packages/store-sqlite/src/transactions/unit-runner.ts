import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import type { DeferredWrites } from "./deferred-writes.ts";
import { type HandedOut, isDone, outcomeOf, type Run, type Unit } from "./unit.ts";

/** Maximum number of units in a group. */
const MAX_UNITS = 64;
/** Time in milliseconds during which a group accepts more units. */
const MAX_TIME = 5;

/**
 * Runs units one after another in the open database transaction. It adds the result of each unit to `runs`.
 */
export interface UnitRunner {
  /**
   * Runs units without savepoints, because a savepoint takes longer than the writes of a unit. Accepts
   * waiting units for `MAX_TIME`, at most `MAX_UNITS`, or until one fails. If one fails, all are undone.
   */
  runWithoutSavepoints(first: Unit, runs: Run[]): Promise<void>;
  /**
   * Runs each unit with a savepoint, so that a failure undoes only this unit. Stops after a unit that takes
   * too long.
   */
  runWithSavepoints(units: readonly Unit[], runs: Run[]): Promise<void>;
  /** Undoes everything except assigned ids, because others may already know these ids. */
  undoAll(handedOut: HandedOut): void;
}

/** Creates the runner. `next` returns a waiting unit. */
export const createUnitRunner = (
  writing: Connection,
  deferred: DeferredWrites,
  next: () => Unit | undefined,
): UnitRunner => {
  const run = async (
    unit: Unit,
    hasSavepoints: boolean,
    limit: Promise<undefined> | undefined,
  ): Promise<Run> => {
    const handedOut = new Map<string, number>();
    let [isOpen, isInvalid] = [true, false];
    const ended = outcomeOf(() =>
      unit.work({
        deferred,
        hasSavepoints,
        invalidate() {
          isInvalid = true;
        },
        isOpen: () => isOpen,
        handedOut: (sequence, id) => handedOut.set(sequence, Math.max(id, handedOut.get(sequence) ?? 0)),
      }),
    );
    const outcome = await (limit === undefined ? ended : Promise.race([ended, limit]));
    isOpen = false;
    return { unit, ended, outcome, isInvalid, handedOut };
  };

  const undo = (savepoint: "grouped" | "unit", handedOut: HandedOut): void => {
    writing.run(`ROLLBACK TO ${savepoint}`);
    for (const [name, id] of handedOut)
      writing.run(`UPDATE ${PREFIX}sequences SET last = max(last, CAST(? AS INTEGER)) WHERE name = ?`, [
        id,
        name,
      ]);
  };

  const undoAll = (handedOut: HandedOut): void => {
    undo("grouped", handedOut);
    deferred.clear();
  };

  return {
    undoAll,
    async runWithoutSavepoints(first, runs) {
      const limit = startTimer(MAX_TIME);
      for (let unit: Unit | undefined = first; unit !== undefined; ) {
        // The first unit has no time limit. Later units have one, because finished units wait for their end.
        const done = await run(unit, false, unit === first ? undefined : limit.passed);
        runs.push(done);
        // After some failures, such as a full disk, SQLite rolls the transaction back itself.
        const mayGoOn = isDone(done) && writing.inTransaction && !first.isExclusive;
        unit = mayGoOn && runs.length < MAX_UNITS && !limit.isPassed() ? next() : undefined;
      }
      limit.end();
      if (!runs.every(isDone) && writing.inTransaction) undoAll(runs.flatMap((each) => [...each.handedOut]));
    },
    async runWithSavepoints(units, runs) {
      const limit = startTimer(MAX_TIME);
      for (const unit of units) {
        writing.run("SAVEPOINT unit");
        deferred.beginUnit();
        const done = await run(unit, true, unit === units[0] ? undefined : limit.passed);
        runs.push(done);
        if (!writing.inTransaction) break;
        if (!isDone(done)) {
          undo("unit", done.handedOut);
          deferred.undoUnit();
        }
        writing.run("RELEASE unit");
        if (done.outcome === undefined) break;
      }
      limit.end();
    },
  };
};

interface Timer {
  /** Resolves with `undefined` when the time is over. */
  readonly passed: Promise<undefined>;
  isPassed(): boolean;
  end(): void;
}

const startTimer = (milliseconds: number): Timer => {
  const until = performance.now() + milliseconds;
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  return { passed, isPassed: () => performance.now() >= until, end: () => clearTimeout(timer) };
};
