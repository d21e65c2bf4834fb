/** How work is done under a lease. */
export interface LeaseOptions {
  /** True if the work is to stop, or if nobody waits for the lease any more. */
  readonly isStopped?: (() => boolean) | undefined;
  /** Milliseconds for which it is tried again, with growing pauses, while another run has the lease; 0 by default. */
  readonly patience?: number;
  /** After work that did not fail, the owner has the lease for so many milliseconds more; others pass the work over until then. */
  readonly keep?: { readonly owner: string; readonly milliseconds: () => number };
}

/**
 * Runs work while this process has the lease of that name, and returns false where another run has it, of this process or of another one. The
 * lease is renewed until the work ends; `isStopping` is true once it is lost, or once `isStopped` is. After a process was killed, another one
 * gets the lease within half a minute. Rejects as the work does. Never called inside a unit of work.
 */
export type RunLeased = (
  name: string,
  work: (run: { isStopping(): boolean }) => Promise<unknown>,
  options?: LeaseOptions,
) => Promise<boolean>;
