import type { CalendarEvent } from "../model/event.ts";
import { type Revised, revisionOf } from "../model/optimistic-locking.ts";
import type { Clock } from "../ports/clock.ts";

/** Revisions that a unit of work assigns to the records that it writes. */
export interface Revisions {
  /**
   * Returns the record with a higher revision than before. Two writes without a read in between count as one.
   */
  next<R extends RevisedRecord>(record: R): R;
  /** Returns the record with the revision from this unit, if the unit has written it. */
  current<R extends RevisedRecord>(record: R): R;
}

type RevisedRecord = Revised & Pick<CalendarEvent, "id"> & Partial<Pick<CalendarEvent, "occurrence">>;

/** Returns a key of a record. Terms have their own id sequence. Source: rules/interface.md#record-ids. */
const keyOf = (record: RevisedRecord): string => `${"taxonomy" in record ? "term" : "record"} ${record.id}`;

/** Returns the revision of the record; for an occurrence, only its own part. */
const ownRevision = (record: RevisedRecord): number => revisionOf(record.occurrence ?? record);

/** Returns the record with this revision of its own. */
const revised = <R extends RevisedRecord>(record: R, own: number): R => {
  const { occurrence } = record;
  if (occurrence === undefined) return { ...record, revision: own };
  const revision = revisionOf(record) - revisionOf(occurrence) + own;
  return { ...record, revision, occurrence: { ...occurrence, revision: own } };
};

/**
 * Creates revisions from the time. A revision thus never recurs with other content, even if a record is
 * destroyed and imported again, or a backup is restored.
 */
export const createRevisions = (clock: Clock): Revisions => {
  /** Revision by sequence and id. */
  const given = new Map<string, number>();
  return {
    next(record) {
      const [before, known] = [ownRevision(record), given.get(keyOf(record))];
      const own = known !== undefined && known > before ? known : Math.max(before + 1, clock.now());
      given.set(keyOf(record), own);
      return revised(record, own);
    },
    current(record) {
      const own = given.get(keyOf(record));
      return own === undefined || own === ownRevision(record) ? record : revised(record, own);
    },
  };
};

/** Returns the record with the revision from the unit, if the unit has written it. */
export const asStored = <R extends RevisedRecord>(
  record: R,
  { revisions }: { readonly revisions?: Revisions },
): R => revisions?.current(record) ?? record;
