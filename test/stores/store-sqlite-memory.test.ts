import { accountStoreContract, storeContract } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";

describe("store-sqlite in memory", () => {
  storeContract(() => openSqliteStore(":memory:"));
  accountStoreContract(() => openSqliteStore(":memory:"));
});
