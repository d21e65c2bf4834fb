/** A database of the official driver, of any copy: the types of two copies are incompatible. */
export interface MongodbDatabase {
  readonly databaseName: string;
  readonly client: { startSession(): object };
  collection(name: string): object;
  command(command: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** A database that the host has connected. It stays open when the store is closed. */
export interface MongodbPlace {
  readonly db: MongodbDatabase;
  /**
   * Prefix of the names of our collections, so that several stores and other programs can share a database.
   * Default: none.
   */
  readonly prefix?: string;
}
