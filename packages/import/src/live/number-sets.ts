import { FIRST_GENERATED_ID } from "../merge/identity.ts";

/**
 * Set of record ids below `FIRST_GENERATED_ID`, with one bit of memory for each possible id. Higher ids are
 * ignored.
 */
export interface IdSet {
  add(id: number): void;
  has(id: number): boolean;
  /** Returns the lowest and the highest id in the set; 0 and 0 if the set is empty. */
  bounds(): readonly [first: number, last: number];
  size(): number;
}

export const createIdSet = (ids: Iterable<number> = []): IdSet => {
  let bits = new Uint8Array(1024);
  let [first, last, count] = [0, 0, 0];
  const has = (id: number): boolean => ((bits[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0;
  const add = (id: number): void => {
    if (id >= FIRST_GENERATED_ID || has(id)) return;
    const place = id >>> 3;
    if (place >= bits.length) {
      const larger = new Uint8Array(2 * place);
      larger.set(bits);
      bits = larger;
    }
    bits[place] = (bits[place] ?? 0) | (1 << (id & 7));
    first = count === 0 ? id : Math.min(first, id);
    last = Math.max(last, id);
    count += 1;
  };
  for (const id of ids) add(id);
  return {
    add,
    has: (id) => id < FIRST_GENERATED_ID && has(id),
    bounds: () => [first, last],
    size: () => count,
  };
};

/**
 * Set of evenly distributed numbers of up to 53 bits, such as digests. The set takes 11 to 21 bytes for each
 * number; a JavaScript `Set` takes 50.
 */
export interface DigestSet {
  /** Adds a digest. Returns false if the set already contains it. */
  add(digest: number): boolean;
  has(digest: number): boolean;
  size(): number;
}

export const createDigestSet = (digests: Iterable<number> = []): DigestSet => {
  let table = new Float64Array(64);
  let count = 0;
  /**
   * Returns the index of a digest in the table. If the table lacks the digest, returns the free index for it.
   * 0 marks a free index.
   */
  const placeOf = (digest: number): number => {
    let place = digest % table.length;
    while (table[place] !== 0 && table[place] !== digest) place = (place + 1) % table.length;
    return place;
  };
  const put = (digest: number): boolean => {
    const place = placeOf(digest);
    if (table[place] !== 0) return false;
    table[place] = digest;
    return true;
  };
  const add = (digest: number): boolean => {
    if (count * 4 >= table.length * 3) {
      const smaller = table;
      table = new Float64Array(smaller.length * 2);
      for (const known of smaller) if (known !== 0) put(known);
    }
    const isNew = put(digest || 1);
    if (isNew) count += 1;
    return isNew;
  };
  for (const digest of digests) add(digest);
  return { add, has: (digest) => table[placeOf(digest || 1)] !== 0, size: () => count };
};
