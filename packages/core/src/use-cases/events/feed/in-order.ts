/**
 * Number of sources that are started before their turn. Each may query a remote store, so this saves waiting
 * time.
 */
const AHEAD = 8;

/**
 * Yields all values of the first source, then those of the second, and so on. If the caller stops early, all
 * started sources are closed.
 */
export async function* inOrder<T>(
  sources: readonly AsyncGenerator<T, void, undefined>[],
): AsyncGenerator<T, void, undefined> {
  const begun: (Promise<IteratorResult<T, void>> | undefined)[] = [];
  try {
    for (const [index, source] of sources.entries()) {
      for (const next of sources.slice(begun.length, index + AHEAD)) {
        const first = next.next();
        // A rejection is reported later, when the loop reaches this source.
        first.catch(() => undefined);
        begun.push(first);
      }
      let result = await (begun[index] ?? source.next());
      // Allows the memory of the source to be released.
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
