/**
 * Repository whose entries can be read in the order of their ids. Every repository of records or terms is
 * one.
 */
interface Readable<T> {
  readAfter(afterId: number, limit: number): Promise<readonly T[]>;
}

const BATCH = 500;

/** Yields all entries of a repository in the order of their ids, in batches of at least one entry. */
export async function* readInBatches<T extends { readonly id: number }>(
  repository: Readable<T>,
): AsyncGenerator<readonly T[]> {
  let afterId = 0;
  for (;;) {
    const records = await repository.readAfter(afterId, BATCH);
    const last = records.at(-1);
    if (last === undefined) return;
    yield records;
    afterId = last.id;
  }
}
