import type { PluginDeps } from "@kalends/core/plugin";

/**
 * Maximum age of the cache in milliseconds. The starts can change even if the number of events stays the
 * same.
 */
const MAX_AGE_MS = 10 * 60 * 1000;

/**
 * Returns a function that iterates over all values of `source` from the beginning, any number of times. The
 * source itself is read only once. Later iterations use the stored values.
 */
const replayed = <T>(source: AsyncGenerator<T, void, undefined>): (() => AsyncIterable<T>) => {
  const results: Promise<IteratorResult<T, void>>[] = [];
  return async function* () {
    for (let index = 0; ; index += 1) {
      const result = results[index] ?? source.next();
      results[index] = result;
      const { done, value } = await result;
      if (done === true) return;
      yield value;
    }
  };
};

interface CachedStarts {
  readonly count: number;
  readonly since: number;
  readonly read: () => AsyncIterable<number>;
}

/**
 * Creates a cache for the event ids at which the sitemaps of an index start. Concurrent requests share one
 * search by `find`. The cache is renewed after ten minutes, or when `count`, the number of events, changes.
 * Slightly outdated starts do no harm, because each sitemap lists events from its start until it is full.
 */
export const createStartsCache = (
  clock: PluginDeps["clock"],
): ((count: number, find: () => AsyncIterable<number>) => AsyncIterable<number>) => {
  let cached: CachedStarts | undefined;

  const begin = (count: number, since: number, find: () => AsyncIterable<number>): CachedStarts => {
    async function* found(): AsyncGenerator<number, void, undefined> {
      try {
        yield* find();
      } catch (error) {
        // A failed search is not cached, so the next request searches again.
        if (cached === begun) cached = undefined;
        throw error;
      }
    }
    const begun = { count, since, read: replayed(found()) };
    return begun;
  };

  return (count, find) => {
    const now = clock.now();
    if (
      cached === undefined ||
      cached.count !== count ||
      now < cached.since ||
      now >= cached.since + MAX_AGE_MS
    )
      cached = begin(count, now, find);
    return cached.read();
  };
};
