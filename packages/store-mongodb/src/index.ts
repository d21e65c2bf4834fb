export type { MongodbDatabase, MongodbPlace } from "./database/mongodb-place.ts";
export type { Sharding } from "./database/sharding-plan.ts";
export type { MongodbBlobStoreOptions } from "./open-mongodb-blob-store.ts";
export { openMongodbBlobStore } from "./open-mongodb-blob-store.ts";
export type { MongodbStorage, MongodbStoreOptions, MongodbTransaction } from "./open-mongodb-store.ts";
export { openMongodbStorage, openMongodbStore } from "./open-mongodb-store.ts";
