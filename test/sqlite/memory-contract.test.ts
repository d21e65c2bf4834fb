import { accountStoreContract, storeContract } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";

describe("store-sqlite that keeps no records", () => {
  storeContract(() => openSqliteStore(":memory:", { cacheMemory: 0 }));
});

describe("store-sqlite in memory", () => {
  storeContract(() => openSqliteStore(":memory:"));
  accountStoreContract(() => openSqliteStore(":memory:"));
});
