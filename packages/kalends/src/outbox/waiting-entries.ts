import type { OutboxEntry, OutboxFailure } from "@kalends/core/storage";

/** Entries of one reader that were not handled when their turn came, and those of the same records behind them. */
export interface WaitingEntries {
  count(): number;
  /** Whether this entry is one of them. */
  has(position: number): boolean;
  /** Whether an entry waits that is about the same record. */
  hasRecordOf(entry: OutboxEntry): boolean;
  add(failure: OutboxFailure): void;
  remove(failure: OutboxFailure): void;
  /** The first one of each record, whose turn it is before all others of that record. */
  first(): readonly OutboxFailure[];
}

const recordOf = ({ kind, recordId }: Pick<OutboxEntry, "kind" | "recordId">): string =>
  `${kind} ${recordId}`;

/** `failures` by position, as the outbox answers them. */
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
