/** What was asked for last. */
export interface Cache<T> {
  /** What `make` answers, asked again only after so many others. */
  get(key: number, make: () => Promise<T>): Promise<T>;
}

export const createCache = <T>(size: number): Cache<T> => {
  const kept = new Map<number, T>();
  return {
    async get(key, make) {
      const value = kept.has(key) ? (kept.get(key) as T) : await make();
      // What was asked for last comes last.
      kept.delete(key);
      kept.set(key, value);
      const [oldest] = kept.keys();
      if (kept.size > size && oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
};
