/**
 * Says which of several processes does a thing. Time is that of the store, so that the clocks of the processes do not matter. Not part
 * of a unit of work: never called inside one.
 */
export interface Leases {
  /**
   * Whether this owner has the lease for so many milliseconds from now on: nobody had it, its time was over, or the owner had it
   * itself and goes on. Names and owners are any texts of 1 to 200 characters; `milliseconds` is a whole number from 1 to a day.
   */
  acquire(name: string, owner: string, milliseconds: number): Promise<boolean>;
  /** Gives it back early; nothing happens when this owner does not have it. */
  release(name: string, owner: string): Promise<void>;
}
