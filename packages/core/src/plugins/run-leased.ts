/** Options of `runLeased`. */
export interface LeaseOptions {
  /** Returns true if the work should stop, or if the caller should stop waiting for the lease. */
  readonly isStopped?: (() => boolean) | undefined;
  /**
   * Maximum number of milliseconds to wait for the lease while another run holds it; 0 by default. Kalends
   * tries again after increasing pauses.
   */
  readonly patience?: number;
  /**
   * Set to keep the lease after successful work, for `milliseconds()`. `owner`, which may be any text, holds
   * it. Meanwhile, runs with another owner cannot get the lease. This can limit requests per second, for
   * example.
   */
  readonly keep?: { readonly owner: string; readonly milliseconds: () => number };
}

/**
 * Runs work in only one of the processes that use the same storage.
 * Resolves with `true` after the work, or with `false` if another run holds the lease, in this process or in
 * another one. Rejects if the work rejects.
 *
 * - Kalends renews the lease until the work ends. The clock of the storage measures the duration of the
 *   lease.
 * - `isStopping()` returns true if the lease is lost or `isStopped()` returns true.
 * - If a process is killed, another one can get the lease after at most 30 seconds.
 * - A suspended process may not notice that it has lost its lease. If work must never happen twice, also
 *   check a stored condition inside `amend` or `change`.
 */
export type RunLeased = (
  name: string,
  work: (run: { isStopping(): boolean }) => Promise<unknown>,
  options?: LeaseOptions,
) => Promise<boolean>;
