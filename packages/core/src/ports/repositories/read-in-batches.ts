/** Repository that can be read in the order of ids: every repository of records and terms. */
interface Readable<T> {
  readAfter(afterId: number, limit: number): Promise<readonly T[]>;
}

const BATCH = 500;

/** Yields everything that a repository contains, by id, in non-empty batches. */
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
