import type { Finding, Inspection } from "@kalends/core/storage";
import { hasAccounts } from "../database/account-schema.ts";
import { TEXT_INDEXES } from "../queries/text-index.ts";
import type { Session } from "../transactions/transactions.ts";
import { checkMonths, checkSeries, checkUsage } from "./check-counts.ts";
import { checkFile, checkLayout } from "./check-file.ts";
import { checkLeftovers } from "./check-leftovers.ts";
import { checkRecords } from "./check-records.ts";
import { checkDocuments, checkOutbox, checkSequences, checkUniqueness } from "./check-rest.ts";
import { checkTexts } from "./check-texts.ts";
import type { RecordTable } from "./derived-tables.ts";
import { createReferenceCalendar, type ReferenceCalendar } from "./reference-calendar.ts";

const TABLES: readonly RecordTable[] = ["images", "terms", "venues", "organizers", "events"];

/**
 * Creates the inspection. Derived data is checked after the data from which it is derived, so that one pass
 * repairs everything that can be repaired.
 */
export const createInspection = (session: Session): Inspection => ({
  async *check(onProgress = () => undefined) {
    const reference = createReferenceCalendar();
    try {
      let isDamaged = false;
      for (const check of [checkFile, checkLayout]) {
        for await (const finding of check(session, reference.connection)) {
          isDamaged ||= finding.kind === "storage";
          yield finding;
        }
      }
      // A damaged file may lack tables that the other checks read.
      if (!isDamaged) yield* checkAll(session, reference, onProgress);
    } finally {
      reference.close();
    }
  },
});

async function* checkAll(
  session: Session,
  reference: ReferenceCalendar,
  onProgress: (records: number) => void,
): AsyncGenerator<Finding> {
  yield* checkUniqueness(session);
  let done = 0;
  const report = (count: number): void => {
    done += count;
    onProgress(done);
  };
  const tables = (await session.read((connection) => hasAccounts(connection)))
    ? [...TABLES, "accounts" as const]
    : TABLES;
  for (const table of tables) yield* checkRecords(session, reference, table, report);
  yield* checkLeftovers(session, tables);
  for (const index of TEXT_INDEXES) yield* checkTexts(session, index);
  yield* checkMonths(session);
  yield* checkSeries(session);
  yield* checkUsage(session);
  yield* checkDocuments(session);
  yield* checkOutbox(session);
  yield* checkSequences(session);
}
