/** A database of the official driver, whichever copy of it a host has: the types of two copies do not go together. */
export interface MongodbDatabase {
  readonly databaseName: string;
  readonly client: { startSession(): object };
  collection(name: string): object;
  command(command: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** A database that the host has connected to; it stays open when the store is closed. */
export interface MongodbPlace {
  readonly db: MongodbDatabase;
  /** Comes before the names of our collections, so that a database may be used by several stores and by others; none by default. */
  readonly prefix?: string;
}
