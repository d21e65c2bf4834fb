import type { CalendarEvent } from "../model/event.ts";
import { type Revised, revisionOf } from "../model/optimistic-locking.ts";
import type { Clock } from "../ports/clock.ts";

/** Revisions that a unit of work assigns to the records it writes. */
export interface Revisions {
  /**
   * Returns the record with a higher revision than before. If the unit writes the same version of a record
   * twice, the revision increases only once.
   */
  next<R extends RevisedRecord>(record: R): R;
  /**
   * Returns the record with the revision that this unit has assigned. Returns it unchanged if the unit has
   * not written it.
   */
  current<R extends RevisedRecord>(record: R): R;
}

type RevisedRecord = Revised & Pick<CalendarEvent, "id"> & Partial<Pick<CalendarEvent, "occurrence">>;

/**
 * Returns a unique key of a record. Terms have an id sequence of their own. Source:
 * rules/interface.md#record-ids.
 */
const keyOf = (record: RevisedRecord): string => `${"taxonomy" in record ? "term" : "record"} ${record.id}`;

/**
 * Returns the revision of a record. For an occurrence, this is its own revision without that of its series.
 */
const ownRevision = (record: RevisedRecord): number => revisionOf(record.occurrence ?? record);

/** Returns the record with this revision. For an occurrence, sets its own revision. */
const revised = <R extends RevisedRecord>(record: R, own: number): R => {
  const { occurrence } = record;
  if (occurrence === undefined) return { ...record, revision: own };
  const revision = revisionOf(record) - revisionOf(occurrence) + own;
  return { ...record, revision, occurrence: { ...occurrence, revision: own } };
};

/**
 * Creates revisions from the current time. A revision is therefore never used again for other content, even
 * if a record is destroyed and imported again, or a backup is restored.
 */
export const createRevisions = (clock: Clock): Revisions => {
  /** Assigned revisions by the record's key. */
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

/** Returns the record as stored by the unit: with the assigned revision if the unit has written it. */
export const asStored = <R extends RevisedRecord>(
  record: R,
  { revisions }: { readonly revisions?: Revisions },
): R => revisions?.current(record) ?? record;
