/** Options of `runLeased`. */
export interface LeaseOptions {
  /** True if the work should stop, or if the caller no longer waits for the lease. */
  readonly isStopped?: (() => boolean) | undefined;
  /** Milliseconds to retry, with growing pauses, while another run holds the lease; 0 by default. */
  readonly patience?: number;
  /** Keeps the lease for `owner`, any text, for so many milliseconds after successful work, for example to limit requests per second. */
  readonly keep?: { readonly owner: string; readonly milliseconds: () => number };
}

/**
 * Runs work in one of the processes that serve a storage at a time. Resolves with `true` after the work, or with `false` if another run holds the lease,
 * in this process or another. Rejects if the work rejects.
 *
 * Kalends renews the lease until the work ends, by the time of the storage. `isStopping()` is true once the lease is lost or `isStopped()` is true. After a
 * process was killed, another one gets the lease within 30 seconds. A suspended process may not notice that it lost its lease. Work that must never
 * happen twice also needs the conditions of `amend` or `change`.
 */
export type RunLeased = (
  name: string,
  work: (run: { isStopping(): boolean }) => Promise<unknown>,
  options?: LeaseOptions,
) => Promise<boolean>;
