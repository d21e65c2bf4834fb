export type { MongodbBlobStoreOptions } from "./open-mongodb-blob-store.ts";
export { openMongodbBlobStore } from "./open-mongodb-blob-store.ts";
export type { MongodbPlace, MongodbStoreOptions } from "./open-mongodb-store.ts";
export { openMongodbStore } from "./open-mongodb-store.ts";
