/** Cache of recently used values. */
export interface Cache<T> {
  /**
   * Returns the cached value, or calls `make` and caches its result. The least recently used values are
   * dropped.
   */
  get(key: number, make: () => Promise<T>): Promise<T>;
}

export const createCache = <T>(size: number): Cache<T> => {
  const kept = new Map<number, T>();
  return {
    async get(key, make) {
      const value = kept.has(key) ? (kept.get(key) as T) : await make();
      // Moves the value to the end: the map is ordered by last use.
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > size && oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
};
