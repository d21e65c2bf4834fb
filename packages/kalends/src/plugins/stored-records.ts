import type { CalendarEvent, Taxonomy, Term } from "@kalends/core";
import {
  recordPortions,
  type StoredKind,
  type StoredOccurrences,
  type StoredRecords,
  type StreamOptions,
} from "@kalends/core/interface";
import type { ExternalId, Store } from "@kalends/core/storage";

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
    venues: storedKind(store.venues),
    organizers: storedKind(store.organizers),
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

const storedTerms = (taxonomy: Taxonomy, { terms }: Pick<Store, "terms">): StoredKind<Term> => {
  const { stream, ...lookUps } = storedKind<Term>({
    find: (id) => terms.find(taxonomy, id),
    findBySlug: (slug) => terms.findBySlug(taxonomy, slug),
    findByExternalId: (externalId) => terms.findByExternalId(taxonomy, externalId),
    readAfter: (after, limit) => terms.readAfter(after, limit),
  });
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
