import type { OutboxEntry, OutboxFailure } from "@kalends/core/storage";

/**
 * Entries of one consumer that failed, and later entries of the same records, which must be delivered after
 * the failed ones.
 */
export interface WaitingEntries {
  count(): number;
  /** True if the entry at this position failed or waits. */
  has(position: number): boolean;
  /** True if another entry of the same record failed or waits. */
  hasRecordOf(entry: OutboxEntry): boolean;
  add(failure: OutboxFailure): void;
  remove(failure: OutboxFailure): void;
  /**
   * Returns the first waiting entry of each record. This entry must be delivered before other entries of the
   * record.
   */
  first(): readonly OutboxFailure[];
}

const recordOf = ({ kind, recordId }: Pick<OutboxEntry, "kind" | "recordId">): string =>
  `${kind} ${recordId}`;

/** Creates a collection of waiting entries. `failures` must be sorted by position. */
export const createWaitingEntries = (failures: readonly OutboxFailure[]): WaitingEntries => {
  const positions = new Set<number>();
  const byRecord = new Map<string, Map<number, OutboxFailure>>();
  const add = (failure: OutboxFailure): void => {
    const record = recordOf(failure);
    const known = byRecord.get(record) ?? new Map<number, OutboxFailure>();
    byRecord.set(record, known.set(failure.position, failure));
    positions.add(failure.position);
  };
  for (const failure of failures) add(failure);
  return {
    count: () => positions.size,
    has: (position) => positions.has(position),
    hasRecordOf: (entry) => byRecord.has(recordOf(entry)),
    add,
    remove(failure) {
      const record = recordOf(failure);
      const known = byRecord.get(record);
      known?.delete(failure.position);
      if (known?.size === 0) byRecord.delete(record);
      positions.delete(failure.position);
    },
    first: () => [...byRecord.values()].flatMap((ofRecord) => [...ofRecord.values()].slice(0, 1)),
  };
};
