import { accountStoreContract, storeContract } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { newFiles } from "./new-files.ts";

describe("store-sqlite on disk", () => {
  const newPath = newFiles();
  storeContract(() => openSqliteStore(newPath()));
  accountStoreContract(() => openSqliteStore(newPath()));
});
