export type { MongodbPlace, MongodbStoreOptions } from "./open-mongodb-store.ts";
export { openMongodbStore } from "./open-mongodb-store.ts";
