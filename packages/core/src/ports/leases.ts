/**
 * Leases select one of several processes for a task. They use the clock of the store, so the clocks of the
 * processes may differ. Do not call these functions inside a unit of work.
 */
export interface Leases {
  /**
   * Acquires a lease, or extends it if the owner already holds it, until `milliseconds` from now. Returns
   * false if another owner holds it.
   * Names and owners are texts of 1 to 200 characters. `milliseconds` is an integer from 1 to one day.
   */
  acquire(name: string, owner: string, milliseconds: number): Promise<boolean>;
  /** Releases a lease before it expires. Does nothing if the owner does not hold it. */
  release(name: string, owner: string): Promise<void>;
}
