/** So many are begun before their turn: each may ask a store that is far away. */
const AHEAD = 8;

/** What all of them give, one after the other. What is begun is ended, also where nobody takes the rest. */
export async function* inOrder<T>(
  sources: readonly AsyncGenerator<T, void, undefined>[],
): AsyncGenerator<T, void, undefined> {
  const begun: (Promise<IteratorResult<T, void>> | undefined)[] = [];
  try {
    for (const [index, source] of sources.entries()) {
      for (const next of sources.slice(begun.length, index + AHEAD)) {
        const first = next.next();
        // It is told in its turn.
        first.catch(() => undefined);
        begun.push(first);
      }
      let result = await (begun[index] ?? source.next());
      // What is taken is kept by nobody else.
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
