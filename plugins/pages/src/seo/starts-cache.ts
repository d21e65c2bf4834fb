import type { PluginDeps } from "@kalends/core/plugin";

/** Maximum age of cached starts. Starts may also change when the number of events stays the same. */
const MAX_AGE_MS = 10 * 60 * 1000;

/**
 * Returns a function that replays the values of the source to any number of readers, each from the beginning.
 * The source is read once, as far as the fastest reader needs.
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
 * Creates a cache for the starts of the sitemaps in an index. All requests share one search by `find`. The
 * cache is renewed when `count`, the number of events, changes, and after some minutes. Slightly old starts
 * are acceptable, because each sitemap continues from its start until it is full.
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
        // After a failure, the next request tries again.
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
