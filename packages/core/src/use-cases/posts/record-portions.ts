/** Number of records that are read at once. */
export const PORTION = 100;

/** Yields all records whose id is above `after`, by id, in portions that are read on demand. */
export async function* recordPortions<R extends { readonly id: number }>(
  after: number,
  read: (after: number, limit: number) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[], void, undefined> {
  for (let last = after; ; ) {
    const portion = await read(last, PORTION);
    yield portion;
    const next = portion.at(-1)?.id;
    if (next === undefined || portion.length < PORTION) return;
    last = next;
  }
}
