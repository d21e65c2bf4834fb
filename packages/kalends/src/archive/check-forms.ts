import type { Finding } from "@kalends/core/storage";
import { AGGREGATES } from "./archive-format.ts";
import { problemOf } from "./check-record.ts";
import { type ArchivedFrom, readAggregate } from "./export-archive.ts";

/** Names of the kinds of records in the findings of `kalends doctor`. */
const KINDS = {
  accounts: "account",
  images: "image",
  terms: "term",
  venues: "venue",
  organizers: "organizer",
  events: "event",
  occurrences: "event",
} as const;

/** Yields a finding for each stored record that lacks a required member or has an invalid one. */
export async function* checkForms(from: ArchivedFrom): AsyncGenerator<Finding> {
  for (const aggregate of AGGREGATES) {
    for await (const records of readAggregate(from, aggregate)) {
      for (const record of records) {
        const problem = problemOf(aggregate, record);
        if (problem === undefined) continue;
        yield {
          kind: "unreadable",
          record: { kind: KINDS[aggregate], id: record.id },
          detail: `The record is incomplete: ${problem}. Restore it from a backup.`,
        };
      }
    }
  }
}
