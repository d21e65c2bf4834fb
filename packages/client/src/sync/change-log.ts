import type { CopiedKind, CopiedRecords, RecordChange } from "./records.ts";

export type AnyRecord = CopiedRecords[CopiedKind];

/**
 * Log of changes of records. Several changes of one record become one change, or no change if the record is
 * the same as before all of them.
 */
export interface ChangeLog {
  add(change: RecordChange): void;
  /** Returns the changes since the last call, and clears the log. */
  drain(): readonly RecordChange[];
}

export const isSame = (one: AnyRecord | undefined, other: AnyRecord | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

// The type is safe, because both records are of this kind.
export const toChange = (kind: CopiedKind, id: number, before?: AnyRecord, after?: AnyRecord): RecordChange =>
  ({ kind, id, ...(before && { before }), ...(after && { after }) }) as RecordChange;

export const createChangeLog = (): ChangeLog => {
  let noted = new Map<string, RecordChange>();
  return {
    add({ kind, id, before, after }) {
      const key = `${kind}/${id}`;
      const earlier = noted.get(key);
      const first = earlier === undefined ? before : earlier.before;
      if (isSame(first, after)) noted.delete(key);
      else noted.set(key, toChange(kind, id, first, after));
    },
    drain() {
      const changes = [...noted.values()];
      noted = new Map();
      return changes;
    },
  };
};
