import { CalendarError } from "../../../errors.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Store } from "../../../ports/store.ts";
import type { FacetCounts, FacetName } from "../../../queries/event-facets.ts";
import type { EventQuery } from "../../../queries/event-query.ts";

/** Maximum number of requests of one caller that count at the same time. Source: rules/facets.md#facet-limit. */
const MAX_COUNTING = 4;
/** Seconds after which a refused request may be repeated. Most counts take less. */
const RETRY_AFTER = 1;
/** Maximum number of values in all kept counts together. Each takes about 100 bytes. */
const MAX_KEPT_VALUES = 100_000;
/** Maximum number of kept counts. */
const MAX_KEPT = 1_000;

/** Query whose matches are counted by these facets. */
export interface CountRequest {
  readonly query: EventQuery;
  readonly names: readonly FacetName[];
}

/**
 * Counts the matches of all these queries for a caller. Throws `rest_too_many_requests` if the caller is
 * already counting as often as allowed. Counts that are kept need no counting. Without a caller, there is no
 * limit.
 */
export type CountFacets = (
  requests: readonly CountRequest[],
  caller: number | string | undefined,
) => Promise<readonly FacetCounts[]>;

export interface CountFacetsDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** True if the store contains changes that are not committed. Nothing is kept then. */
  readonly isInTransaction: boolean;
  /** Maximum age of kept counts in milliseconds, if the store has no revision. */
  readonly staleness: number;
}

interface Kept {
  readonly counts: Promise<FacetCounts>;
  readonly revision: string | undefined;
  /** Time at which the counting began. Absent if `revision` decides. */
  readonly at?: number;
  /** Number of values; 0 while they are being counted. */
  size: number;
}

/** Creates the function that counts. It keeps counts until the store changes. */
export const createCountFacets = ({
  store,
  clock,
  isInTransaction,
  staleness,
}: CountFacetsDeps): CountFacets => {
  /** Kept counts, the one that was used longest ago first. */
  const kept = new Map<string, Kept>();
  const counting = new Map<number | string, number>();
  let size = 0;
  let latest: string | undefined;

  const drop = (key: string, one: Kept): void => {
    if (kept.get(key) !== one) return;
    kept.delete(key);
    size -= one.size;
  };

  const dropBeyond = (): void => {
    for (const [key, one] of kept) {
      if (size <= MAX_KEPT_VALUES && kept.size <= MAX_KEPT) return;
      drop(key, one);
    }
  };

  const keep = (key: string, one: Kept): Kept => {
    const old = kept.get(key);
    if (old !== undefined) drop(key, old);
    kept.set(key, one);
    dropBeyond();
    one.counts.then(
      (counts) => {
        if (kept.get(key) !== one) return;
        one.size = Object.values(counts).reduce((sum, values) => sum + values.length, 0);
        size += one.size;
        dropBeyond();
      },
      () => drop(key, one),
    );
    return one;
  };

  const find = (key: string, revision: string | undefined): Kept | undefined => {
    const one = kept.get(key);
    if (one === undefined || one.revision !== revision) return undefined;
    if (one.at !== undefined && clock.now() - one.at >= staleness) return undefined;
    kept.delete(key);
    kept.set(key, one);
    return one;
  };

  /** Returns the state of the store. Drops the counts of earlier states, which never occur again. */
  const readState = async (): Promise<string | undefined> => {
    const revision = store.revision() ?? (await store.readRevision?.());
    if (revision !== undefined && revision !== latest) {
      kept.clear();
      size = 0;
    }
    latest = revision;
    return revision;
  };

  const counted = async <T>(caller: number | string | undefined, work: () => Promise<T>): Promise<T> => {
    // A host that reads for its visitors has no caller. With a limit, its visitors would share it.
    if (caller === undefined) return work();
    const running = counting.get(caller) ?? 0;
    if (running >= MAX_COUNTING)
      throw new CalendarError("rest_too_many_requests", { retryAfter: RETRY_AFTER });
    counting.set(caller, running + 1);
    try {
      return await work();
    } finally {
      const left = (counting.get(caller) ?? 1) - 1;
      if (left === 0) counting.delete(caller);
      else counting.set(caller, left);
    }
  };

  const count = ({ query, names }: CountRequest): Promise<FacetCounts> => store.events.facets(query, names);

  return async (requests, caller) => {
    if (isInTransaction) return Promise.all(requests.map(count));
    const revision = await readState();
    if (revision === undefined && staleness === 0)
      return counted(caller, () => Promise.all(requests.map(count)));
    const keyed = requests.map((request) => ({ request, key: toKey(request) }));
    const countAll = () =>
      Promise.all(
        keyed.map(({ request, key }) => {
          const one =
            find(key, revision) ??
            keep(key, {
              counts: count(request),
              revision,
              size: 0,
              ...(revision === undefined && { at: clock.now() }),
            });
          return one.counts;
        }),
      );
    return keyed.every(({ key }) => find(key, revision) !== undefined)
      ? countAll()
      : counted(caller, countAll);
  };
};

/** Returns a text that is equal for requests with the same counts. */
const toKey = ({ query: { page: _, perPage: __, order: ___, ...conditions }, names }: CountRequest): string =>
  JSON.stringify([conditions, names]);
