/** Cache that holds a limited number of values. */
export interface Cache<T> {
  /**
   * Returns the cached value for a key. Without one, calls `make` and caches the result. A full cache drops
   * the least recently used value.
   */
  get(key: number, make: () => Promise<T>): Promise<T>;
}

export const createCache = <T>(size: number): Cache<T> => {
  const kept = new Map<number, T>();
  return {
    async get(key, make) {
      const value = kept.has(key) ? (kept.get(key) as T) : await make();
      // Insert the value again, because the map's insertion order records the last use.
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > size && oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
};
