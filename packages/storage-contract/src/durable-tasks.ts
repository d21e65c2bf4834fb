import type { Repositories, Store } from "@kalends/core";
import { saveUnderFreeSlug } from "./concurrent-slugs.ts";
import { anEvent, aVenue } from "./fixtures.ts";

/** Tells the process that waits for it one thing that is done. */
export type Tell = (value: string | number) => void;

export type TaskName = "takeIds" | "takeSlugs" | "increment" | "saveEvents" | "saveTogether";

/** What a process of its own does with a store. */
export type Task = (store: Store, tell: Tell, first: number, count: number) => Promise<void>;

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/** The category that every event of `saveTogether` has. */
export const CATEGORY_ID = 1;

/** A venue and an event in one unit of work: there is never one without the other. Answers the event's id. */
const saveTogether = (store: Store): Promise<number> =>
  store.transaction(async ({ events, venues, ids }) => {
    const venueId = await ids.next("record");
    await venues.save(aVenue({ id: venueId }));
    const id = await ids.next("record");
    await events.save(anEvent({ id, title: `Together ${id}`, venueId, categoryIds: [CATEGORY_ID] }));
    return id;
  });

const increment = ({ events }: Repositories): Promise<boolean> =>
  events.find(1).then((event) => {
    if (event === undefined) throw new Error("There is nothing to count with");
    return events.save({ ...event, author: event.author + 1 });
  });

/** The tasks by name. A process runs one of them; it tells an id or a slug only when that is safely stored. */
export const TASKS: Readonly<Record<TaskName, Task>> = {
  /** Asks for ids, by itself and in units of work in turn. */
  async takeIds(store, tell, _first, count) {
    for (const number of range(0, count))
      tell(
        number % 2 === 0
          ? await store.ids.next("record")
          : await store.transaction(({ ids }) => ids.next("record")),
      );
  },
  /** Stores events that all want the same slug. */
  async takeSlugs(store, tell, first, count) {
    for (const id of range(first, count)) tell(await saveUnderFreeSlug(store, id, "concert"));
  },
  /** Counts event 1's author up. */
  async increment(store, tell, _first, count) {
    for (const number of range(0, count)) {
      await store.transaction(increment);
      tell(number);
    }
  },
  /** Stores events of its own. */
  async saveEvents(store, tell, first, count) {
    for (const id of range(first, count)) {
      await store.events.save(anEvent({ id }));
      tell(id);
    }
  },
  /** Stores pairs of records until it is killed. */
  async saveTogether(store, tell) {
    for (;;) tell(await saveTogether(store));
  },
};
