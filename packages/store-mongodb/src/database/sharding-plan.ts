/** How the collections of a calendar are spread over the shards of a cluster. */
export interface Sharding {
  /** For `mongosh` on a router, `mongos`, in their order. They may be repeated. */
  readonly commands: readonly string[];
  /** Runs them and tells each one that is done. Rejects when the server is no `mongos`, with nothing done. */
  apply(onDone: (command: string) => void): Promise<void>;
}
