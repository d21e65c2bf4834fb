/**
 * Database object of the official driver. It may come from any copy of the driver, although their types are
 * incompatible.
 */
export interface MongodbDatabase {
  readonly databaseName: string;
  readonly client: { startSession(): object };
  collection(name: string): object;
  command(command: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** Database to which the host application is connected. It stays open when the store is closed. */
export interface MongodbPlace {
  readonly db: MongodbDatabase;
  /**
   * Prefix of the names of Kalends collections. Several stores and other programs can then use the same
   * database. None by default.
   */
  readonly prefix?: string;
}
