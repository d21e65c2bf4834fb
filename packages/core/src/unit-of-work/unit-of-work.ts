import type { Clock } from "../ports/clock.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { UnitComputing } from "./computing.ts";
import { createRevisions, type Revisions } from "./new-revisions.ts";

/** Repositories inside a transaction, with the state that all its writes share. */
export interface UnitOfWork extends Repositories {
  /**
   * Assigns new revisions to written records. Absent for a store without units of work, which stores
   * revisions unchanged.
   */
  readonly revisions?: Revisions;
  /** Runs computations of the unit of work. If absent, computations run without pauses. */
  readonly computing?: UnitComputing;
}

export interface UnitsOfWork {
  /** Runs work in a transaction, like `Store.transaction`. */
  transaction<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
}

interface UnitsOfWorkDeps {
  readonly clock: Clock;
  /** Called before each transaction. If it throws, the transaction does not begin. */
  readonly onBegin?: () => void;
  /** Called after each commit. It must not throw. */
  readonly onCommit?: () => void;
}

/** Returns the store with transactions that assign a new revision to each record that they write. */
export const withUnitsOfWork = (store: Store, { clock, onBegin, onCommit }: UnitsOfWorkDeps): Store => {
  const { nativeTransaction } = store;
  const begin = async <T>(transaction: () => Promise<T>): Promise<T> => {
    onBegin?.();
    const result = await transaction();
    onCommit?.();
    return result;
  };
  return {
    ...store,
    transaction: (work) =>
      begin(() => store.transaction((repositories) => work(revising(repositories, clock)))),
    ...(nativeTransaction && {
      nativeTransaction: (work) =>
        begin(() => nativeTransaction((repositories, native) => work(revising(repositories, clock), native))),
    }),
  };
};

const revising = (repositories: Repositories, clock: Clock): UnitOfWork => {
  const revisions = createRevisions(clock);
  const { events, venues, organizers, terms, images } = repositories;
  return {
    ...repositories,
    revisions,
    events: {
      ...events,
      save: (event) => events.save(revisions.next(event)),
      saveOccurrences: (occurrences) => events.saveOccurrences(occurrences.map((one) => revisions.next(one))),
    },
    venues: { ...venues, save: (venue) => venues.save(revisions.next(venue)) },
    organizers: { ...organizers, save: (organizer) => organizers.save(revisions.next(organizer)) },
    terms: { ...terms, save: (term) => terms.save(revisions.next(term)) },
    images: { ...images, save: (image) => images.save(revisions.next(image)) },
  };
};
