import type { CalendarEvent, Taxonomy, Term } from "@kalends/core";
import {
  mergeTarget,
  recordPortions,
  type StoredKind,
  type StoredOccurrences,
  type StoredRecords,
  type StreamOptions,
} from "@kalends/core/interface";
import type { ExternalId, MergedKind, Store } from "@kalends/core/storage";

/** Creates unrestricted read access for a plugin to all stored records. */
export const createStoredRecords = (store: Store): StoredRecords => {
  const { events, terms } = store;
  return {
    events: {
      ...storedKind(events),
      getMany: (ids) => events.findMany(ids),
      count: async (query) => (await events.list({ ...query, order: "start", page: 1, perPage: 1 })).total,
      occurrences: (seriesId) => storedOccurrences(seriesId, store),
    },
    venues: storedKind(withMerged("venue", store.venues, store)),
    organizers: storedKind(withMerged("organizer", store.organizers, store)),
    categories: {
      ...storedTerms("category", store),
      withDescendants: (ids) => terms.withDescendants(ids),
    },
    tags: storedTerms("tag", store),
  };
};

interface Stored {
  readonly id: number;
}

interface Source<R extends Stored> {
  find(id: number): Promise<R | undefined>;
  findBySlug(slug: string): Promise<R | undefined>;
  findByExternalId(externalId: ExternalId): Promise<R | undefined>;
  readAfter(after: number, limit: number): Promise<readonly R[]>;
}

const storedKind = <R extends Stored>(source: Source<R>): StoredKind<R> => ({
  get: (key) => (typeof key === "string" ? source.findBySlug(key) : source.find(key)),
  getByExternalId: (externalId) => source.findByExternalId(externalId),
  async *stream({ after = 0 }: StreamOptions = {}) {
    for await (const portion of recordPortions(after, (id, limit) => source.readAfter(id, limit)))
      yield* portion;
  },
});

/**
 * Returns the source with `find` and `findBySlug` changed: for a merged record, they return the record into
 * which it was merged.
 */
const withMerged = <R extends Stored>(
  kind: MergedKind,
  { find, findBySlug, ...source }: Source<R>,
  { merges }: Pick<Store, "merges">,
): Source<R> => {
  const orTarget = async (found: R | undefined, key: number | string): Promise<R | undefined> => {
    const target = found === undefined ? await mergeTarget(kind, key, merges) : undefined;
    return target === undefined ? found : find(target);
  };
  return {
    find: async (id) => orTarget(await find(id), id),
    findBySlug: async (slug) => orTarget(await findBySlug(slug), slug),
    ...source,
  };
};

const storedTerms = (taxonomy: Taxonomy, store: Pick<Store, "terms" | "merges">): StoredKind<Term> => {
  const { terms } = store;
  const source: Source<Term> = {
    find: (id) => terms.find(taxonomy, id),
    findBySlug: (slug) => terms.findBySlug(taxonomy, slug),
    findByExternalId: (externalId) => terms.findByExternalId(taxonomy, externalId),
    readAfter: (after, limit) => terms.readAfter(after, limit),
  };
  const { stream, ...lookUps } = storedKind(withMerged(taxonomy, source, store));
  return {
    ...lookUps,
    async *stream(options) {
      for await (const term of stream(options)) if (term.taxonomy === taxonomy) yield term;
    },
  };
};

/** Number of occurrences in one read. */
const OCCURRENCES = 500;

const storedOccurrences = (seriesId: number, { events }: Pick<Store, "events">): StoredOccurrences => ({
  async *stream() {
    let last: CalendarEvent | undefined;
    for (let from = ""; ; ) {
      const portion = await events.occurrencesOf(seriesId, from, OCCURRENCES);
      // Skip the first record: each batch begins with the last occurrence of the previous batch.
      yield* portion.filter(({ id }) => id !== last?.id);
      last = portion.at(-1);
      const next = last?.occurrence?.recurrenceId;
      if (portion.length < OCCURRENCES || next === undefined || next === from) return;
      from = next;
    }
  },
  async next(fromUtc) {
    const [occurrence] = await events.nextOccurrences([seriesId], fromUtc);
    return occurrence;
  },
});
