import type { CalendarEvent } from "../model/event.ts";
import { type Revised, revisionOf } from "../model/revision.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventRepository } from "../ports/repositories/post-repository.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { overridden } from "./overridden.ts";

/** The revisions that a transaction has given, by sequence and id. */
type Given = Map<string, number>;

/** Where the repositories of a transaction keep them. */
const GIVEN: unique symbol = Symbol("given revisions");

type Kept = Revised & Pick<CalendarEvent, "id"> & Partial<Pick<CalendarEvent, "occurrence">>;

/** Terms are counted by themselves. Source: rules/interface.md#record-ids. */
const keyOf = (record: Kept): string => `${"taxonomy" in record ? "term" : "record"} ${record.id}`;

/** Of an occurrence its own part. */
const ownRevision = (record: Kept): number => revisionOf(record.occurrence ?? record);

/** The record with this revision of its own. */
const revised = <R extends Kept>(record: R, own: number): R => {
  const { occurrence } = record;
  if (occurrence === undefined) return { ...record, revision: own };
  const revision = revisionOf(record) - revisionOf(occurrence) + own;
  return { ...record, revision, occurrence: { ...occurrence, revision: own } };
};

/**
 * The same store, whose transactions give each record that they write a revision above the one that it had. By the time, so that no number
 * comes back for another content, even after a record was destroyed and imported again or a backup was restored.
 */
export const withRevisions = (store: Store, clock: Clock): Store => {
  const { transaction, nativeTransaction } = store;
  return overridden(store, {
    transaction: (work) => transaction.call(store, (unit) => work(revising(unit, clock))),
    ...(nativeTransaction && {
      nativeTransaction: (work) =>
        nativeTransaction.call(store, (unit, native) => work(revising(unit, clock), native)),
    }),
  } as Pick<Store, "transaction" | "nativeTransaction">);
};

const revising = (repositories: Repositories, clock: Clock): Repositories => {
  const given: Given = new Map();
  /** Saved twice without having been read in between it is one write. */
  const revise = <R extends Kept>(record: R): R => {
    const [before, known] = [ownRevision(record), given.get(keyOf(record))];
    const own = known !== undefined && known > before ? known : Math.max(before + 1, clock.now());
    given.set(keyOf(record), own);
    return revised(record, own);
  };
  const saving = <Saved extends Kept, Result>(repository: {
    save(record: Saved): Promise<Result>;
  }): { save(record: Saved): Promise<Result> } => ({ save: (record) => repository.save(revise(record)) });
  const { events, venues, organizers, terms, images } = repositories;
  return overridden(repositories, {
    [GIVEN]: given,
    events: overridden(events, {
      ...saving(events),
      saveOccurrences: (occurrences) => events.saveOccurrences(occurrences.map(revise)),
    } satisfies Pick<EventRepository, "save" | "saveOccurrences">),
    venues: overridden(venues, saving(venues)),
    organizers: overridden(organizers, saving(organizers)),
    terms: overridden(terms, saving(terms)),
    images: overridden(images, saving(images)),
  });
};

/** The record with the revision that this transaction has given it, if it has written it. */
export const asStored = <R extends Kept>(record: R, repositories: object): R => {
  const { [GIVEN]: given } = repositories as { readonly [GIVEN]?: Given };
  const own = given?.get(keyOf(record));
  return own === undefined || own === ownRevision(record) ? record : revised(record, own);
};
