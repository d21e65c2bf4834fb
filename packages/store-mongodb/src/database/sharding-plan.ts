/** How to distribute the collections of a calendar over the shards of a cluster. */
export interface Sharding {
  /** Commands for `mongosh` on a router (`mongos`), in order. They may be repeated. */
  readonly commands: readonly string[];
  /**
   * Runs the commands and reports each finished one. Rejects without changes if the server is no `mongos`.
   */
  apply(onDone: (command: string) => void): Promise<void>;
}
