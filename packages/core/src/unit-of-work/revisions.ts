import type { CalendarEvent } from "../model/event.ts";
import { type Revised, revisionOf } from "../model/revision.ts";
import type { Clock } from "../ports/clock.ts";

/** The revisions that a unit of work gives to the records that it writes. */
export interface Revisions {
  /** The record with a revision above the one that it had; saved twice without having been read in between it is one write. */
  next<R extends Kept>(record: R): R;
  /** The record with the revision that this unit has given it, if it has written it. */
  current<R extends Kept>(record: R): R;
}

type Kept = Revised & Pick<CalendarEvent, "id"> & Partial<Pick<CalendarEvent, "occurrence">>;

/** Terms are counted by themselves. Source: rules/interface.md#record-ids. */
const keyOf = (record: Kept): string => `${"taxonomy" in record ? "term" : "record"} ${record.id}`;

/** The revision of the record; of an occurrence only its own part. */
const ownRevision = (record: Kept): number => revisionOf(record.occurrence ?? record);

/** The record with this revision of its own. */
const revised = <R extends Kept>(record: R, own: number): R => {
  const { occurrence } = record;
  if (occurrence === undefined) return { ...record, revision: own };
  const revision = revisionOf(record) - revisionOf(occurrence) + own;
  return { ...record, revision, occurrence: { ...occurrence, revision: own } };
};

/** By the time, so that no number comes back for another content, even after a record was destroyed and imported again or a backup was restored. */
export const createRevisions = (clock: Clock): Revisions => {
  /** By sequence and id. */
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

/** The record with the revision that the unit has given it, if it has. */
export const asStored = <R extends Kept>(record: R, { revisions }: { readonly revisions?: Revisions }): R =>
  revisions?.current(record) ?? record;
