/** Number of records that are read in one portion. */
export const PORTION = 100;

/**
 * Yields all records whose id is greater than `after`, ordered by id. They are read in portions, on demand.
 */
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
