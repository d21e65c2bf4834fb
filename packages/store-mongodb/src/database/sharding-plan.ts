/** Plan for the distribution of a calendar's collections over the shards of a cluster. */
export interface Sharding {
  /** Commands for `mongosh` on a router (`mongos`), in order. Running them again does no harm. */
  readonly commands: readonly string[];
  /**
   * Runs the commands, and calls `onDone` after each of them. If the server is not a `mongos`, rejects and
   * changes nothing.
   */
  apply(onDone: (command: string) => void): Promise<void>;
}
