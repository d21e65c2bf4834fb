export type { MongodbBlobStoreOptions } from "./blob-store.ts";
export { openMongodbBlobStore } from "./blob-store.ts";
export type { MongodbDatabase, MongodbPlace } from "./database/connect.ts";
export type { MongodbStorage, MongodbStoreOptions } from "./open-mongodb-store.ts";
export { openMongodbStorage, openMongodbStore } from "./open-mongodb-store.ts";
