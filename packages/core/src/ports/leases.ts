/**
 * Leases that select one of several processes for a task. They use the clock of the store, so the clocks of
 * the processes do not matter. Must not be called inside a unit of work.
 */
export interface Leases {
  /**
   * Acquires or extends a lease for this many milliseconds from now. Returns true if the lease was free or
   * expired, or if the owner already held it. Names and owners are texts of 1 to 200 characters;
   * `milliseconds` is a whole number from 1 to a day.
   */
  acquire(name: string, owner: string, milliseconds: number): Promise<boolean>;
  /** Releases the lease early; does nothing if the owner does not hold it. */
  release(name: string, owner: string): Promise<void>;
}
