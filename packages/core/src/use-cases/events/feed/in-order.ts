/** Number of sources that are started in advance, because each may query a remote store. */
const AHEAD = 8;

/**
 * Yields the values of all sources, one source after the other. Every started source is ended, even if the
 * caller stops early.
 */
export async function* inOrder<T>(
  sources: readonly AsyncGenerator<T, void, undefined>[],
): AsyncGenerator<T, void, undefined> {
  const begun: (Promise<IteratorResult<T, void>> | undefined)[] = [];
  try {
    for (const [index, source] of sources.entries()) {
      for (const next of sources.slice(begun.length, index + AHEAD)) {
        const first = next.next();
        // The rejection is reported when it is this source's turn.
        first.catch(() => undefined);
        begun.push(first);
      }
      let result = await (begun[index] ?? source.next());
      // Releases the value for garbage collection.
      begun[index] = undefined;
      while (result.done !== true) {
        yield result.value;
        result = await source.next();
      }
    }
  } finally {
    await Promise.all(sources.slice(0, begun.length).map((source) => source.return()));
  }
}
