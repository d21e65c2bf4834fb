import type { Finding, Inspection } from "@kalends/core/storage";
import type { Place } from "../database/migrate.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { checkIndexes } from "./check-indexes.ts";
import { checkKeys } from "./check-keys.ts";
import { checkLeftovers } from "./check-leftovers.ts";
import { checkOutbox } from "./check-outbox.ts";
import { checkRecords } from "./check-records.ts";
import { checkSequences, checkUsage, checkValues } from "./check-rest.ts";
import { checkSeries } from "./check-series.ts";
import type { Recorded } from "./derive.ts";

const COLLECTIONS: readonly Recorded[] = ["images", "terms", "venues", "organizers", "events", "accounts"];

/**
 * Access to the store for the inspection. `run` runs work in a transaction, which reads one snapshot of the
 * database and conflicts with other writes of the same documents. `session` reads outside of transactions.
 */
export type InTransaction = Pick<Transactions, "run" | "session">;

/**
 * Creates the inspection. A possible problem is checked again in a transaction, because other writes may have
 * happened between two reads.
 */
export const createInspection = (transactions: InTransaction, place: Place): Inspection => ({
  async *check(onProgress = () => undefined): AsyncGenerator<Finding> {
    let done = 0;
    const report = (count: number): void => {
      done += count;
      onProgress(done);
    };
    yield* checkIndexes(place);
    for (const name of COLLECTIONS) yield* checkRecords(transactions, name, report);
    yield* checkKeys(transactions);
    yield* checkLeftovers(transactions);
    yield* checkSeries(transactions);
    yield* checkUsage(transactions);
    yield* checkValues(transactions);
    yield* checkOutbox(transactions);
    yield* checkSequences(transactions);
  },
});
