import { RateLimiterRes, RateLimiterStoreAbstract } from "../libraries/limits.ts";
import type { Count, Counters } from "./counters.ts";
import type { Rate } from "./rate-limits.ts";

/** The limiter of `rate-limiter-flexible`, on counters of our own. */
export class CountingLimiter extends RateLimiterStoreAbstract {
  readonly #counters: Counters;

  constructor(counters: Counters, rate: Rate & { readonly keyPrefix: string }) {
    super({ storeClient: undefined, ...rate });
    this.#counters = counters;
  }

  // By the names that the library calls them by.
  _upsert(key: string, points: number, milliseconds: number): Promise<Count> {
    return this.#counters.add(key, points, milliseconds);
  }

  _get(key: string): Promise<Count | undefined> {
    return this.#counters.find(key);
  }

  _delete(key: string): Promise<boolean> {
    return this.#counters.remove(key);
  }

  _getRateLimiterRes(_key: string, changed: number, { points, left }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(0, this.points - points), left, points, points === changed);
  }
}
