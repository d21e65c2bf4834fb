import type { HttpSettings } from "./settings.ts";

/** In bytes, whole ones: `lru-cache` takes no others. 0: nothing is kept. */
export interface CacheShares {
  /** For the texts of records. */
  readonly fragments: number;
  /** For finished answers. */
  readonly answers: number;
  /** For what was compressed. */
  readonly compressed: number;
}

/** How much of the memory for caches each may take: together no more than there is. */
export const toCacheShares = ({ cacheMemory }: Pick<HttpSettings, "cacheMemory">): CacheShares => ({
  fragments: Math.floor(cacheMemory / 2),
  answers: Math.floor((cacheMemory * 3) / 8),
  compressed: Math.floor(cacheMemory / 8),
});
