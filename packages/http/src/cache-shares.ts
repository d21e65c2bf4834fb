import type { HttpSettings } from "./settings.ts";

/**
 * Sizes of the caches in bytes; 0 disables a cache. The sizes are integers because `lru-cache` requires them.
 */
export interface CacheShares {
  /** Cache for the rendered JSON of single records. */
  readonly fragments: number;
  /** Cache for complete responses. */
  readonly answers: number;
  /** Cache for compressed bodies. */
  readonly compressed: number;
}

/** Divides the configured cache memory among the caches. The sum never exceeds the setting. */
export const toCacheShares = ({ cacheMemory }: Pick<HttpSettings, "cacheMemory">): CacheShares => ({
  fragments: Math.floor(cacheMemory / 2),
  answers: Math.floor((cacheMemory * 3) / 8),
  compressed: Math.floor(cacheMemory / 8),
});
