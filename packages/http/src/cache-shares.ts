import type { HttpSettings } from "./settings.ts";

/** Sizes of the caches, in whole bytes, as `lru-cache` requires. 0 disables a cache. */
export interface CacheShares {
  /** For the rendered JSON of records. */
  readonly fragments: number;
  /** For complete responses. */
  readonly answers: number;
  /** For compressed bodies. */
  readonly compressed: number;
}

/** Splits the memory for caches between them; the sum never exceeds the setting. */
export const toCacheShares = ({ cacheMemory }: Pick<HttpSettings, "cacheMemory">): CacheShares => ({
  fragments: Math.floor(cacheMemory / 2),
  answers: Math.floor((cacheMemory * 3) / 8),
  compressed: Math.floor(cacheMemory / 8),
});
