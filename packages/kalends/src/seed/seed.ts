import {
  type Clock,
  type Organizer,
  type Repositories,
  type SiteSettings,
  type Term,
  toSlug,
  type Venue,
} from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { draftEvent, draftOrganizer, draftVenue, publishedNow } from "./drafts.ts";
import { createRandom, type Random } from "./random.ts";
import { seedSeries } from "./series.ts";
import { CATEGORIES, TAGS } from "./vocabulary.ts";

export interface SeedOptions {
  readonly store: Store;
  readonly site: Pick<SiteSettings, "timezone" | "dayCutoff" | "recurrenceHorizon">;
  readonly clock: Clock;
  /** Number of single events to create. The number of venues and organizers follows from it. */
  readonly events: number;
  /** Number of recurring events to create in addition; none by default. */
  readonly series?: number;
  /** Seed of the random numbers. Equal seeds, numbers and first days give equal records. */
  readonly seed: number;
  /** First day with events, as `YYYY-MM-DD`. From then on, ten events start on each day. */
  readonly from: string;
  /** Called after each batch with the number of stored events. */
  readonly onProgress?: (stored: number) => void;
}

const EVENTS_PER_VENUE = 25;
/** Number of events in one transaction. */
const BATCH = 1000;

/** Venues, organizers and terms that events refer to. */
export interface LinkedRecords {
  readonly venues: readonly Venue[];
  readonly organizers: readonly Organizer[];
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
}

/**
 * Adds plausible, reproducible records to the store.
 * Source: rules/choices.md#seed-data.
 */
export const seedStore = async (options: SeedOptions): Promise<void> => {
  const { store, events, seed } = options;
  const random = createRandom(seed);
  const linked = await store.transaction((repositories) =>
    // Create the generator here: a transaction may run again and must then start from the same numbers.
    addLinkedRecords(repositories, options, createRandom(seed)),
  );
  for (let stored = 0; stored < events; stored += BATCH) {
    const size = Math.min(BATCH, events - stored);
    const now = publishedNow(options);
    const drafts = Array.from({ length: size }, (_, index) =>
      draftEvent(stored + index, options, linked, now, random),
    );
    await store.transaction(({ ids, events }) =>
      Promise.all(
        drafts.map(async (draft) => {
          const id = await ids.next("record");
          await events.save({ ...draft, id, slug: `${draft.slug}-${id}` });
        }),
      ),
    );
    options.onProgress?.(stored + size);
  }
  await seedSeries(options, linked);
};

const addLinkedRecords = async (
  { venues, organizers, terms, ids }: Repositories,
  options: SeedOptions,
  random: Random,
): Promise<LinkedRecords> => {
  const made = {
    venues: [] as Venue[],
    organizers: [] as Organizer[],
    categoryIds: [] as number[],
    tagIds: [] as number[],
  };
  const addTerm = async (taxonomy: Term["taxonomy"], name: string, parentId: number): Promise<number> => {
    const slug = toSlug(name);
    const known = await terms.findBySlug(taxonomy, slug);
    if (known !== undefined) return known.id;
    const id = await ids.next("term");
    await terms.save({ id, taxonomy, name, slug, description: "", parentId, extensions: {} });
    return id;
  };
  for (const [name, children] of CATEGORIES) {
    const parentId = await addTerm("category", name, 0);
    made.categoryIds.push(parentId);
    for (const child of children) made.categoryIds.push(await addTerm("category", child, parentId));
  }
  for (const name of TAGS) made.tagIds.push(await addTerm("tag", name, 0));
  const now = publishedNow(options);
  const count = Math.max(5, Math.ceil(options.events / EVENTS_PER_VENUE));
  // Request all ids together, because stores combine concurrent calls.
  const recordIds = await Promise.all(Array.from({ length: 2 * count }, () => ids.next("record")));
  for (const [index, id] of recordIds.entries()) {
    if (index % 2 === 0) made.venues.push(draftVenue(id, now, random));
    else made.organizers.push(draftOrganizer(id, now, random));
  }
  await Promise.all(made.venues.map(venues.save));
  await Promise.all(made.organizers.map(organizers.save));
  return made;
};
