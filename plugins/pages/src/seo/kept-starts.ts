import type { Clock } from "@kalends/core/plugin";

/** For how long starts are kept: changes that leave as many events as there were move them, too. */
const KEPT_MS = 10 * 60 * 1000;

/** The same values for any number of readers, each from the first one on; read once, as far as one of them has come. */
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

interface Kept {
  readonly count: number;
  readonly since: number;
  readonly read: () => AsyncIterable<number>;
}

/**
 * Where the sitemaps of an index begin: what `find` finds, once for all who ask, as long as `count`, that of the events, is the same, and
 * for some minutes at most. Older ones are nearly as good: a sitemap goes on from its beginning until it is full.
 */
export const createKeptStarts = (
  clock: Clock,
): ((count: number, find: () => AsyncIterable<number>) => AsyncIterable<number>) => {
  let kept: Kept | undefined;

  const begin = (count: number, since: number, find: () => AsyncIterable<number>): Kept => {
    async function* found(): AsyncGenerator<number, void, undefined> {
      try {
        yield* find();
      } catch (error) {
        // Whoever asks next tries again.
        if (kept === begun) kept = undefined;
        throw error;
      }
    }
    const begun = { count, since, read: replayed(found()) };
    return begun;
  };

  return (count, find) => {
    const now = clock.now();
    if (kept === undefined || kept.count !== count || now < kept.since || now >= kept.since + KEPT_MS)
      kept = begin(count, now, find);
    return kept.read();
  };
};
