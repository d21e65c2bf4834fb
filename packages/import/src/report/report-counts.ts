import type { ReportEntry } from "./report-entry.ts";

/** Number of records by list, and for each list by outcome. */
export type ReportCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface ReportCounter {
  count(entry: Pick<ReportEntry, "list" | "outcome">): void;
  counts(): ReportCounts;
}

export const createReportCounter = (): ReportCounter => {
  const counts: Record<string, Record<string, number>> = {};
  return {
    count({ list, outcome }) {
      const ofList = counts[list] ?? {};
      counts[list] = ofList;
      ofList[outcome] = (ofList[outcome] ?? 0) + 1;
    },
    counts: () => counts,
  };
};
