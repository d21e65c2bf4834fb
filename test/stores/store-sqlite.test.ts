import {
  accountStoreContract,
  durableAccountStoreContract,
  durableStoreContract,
  storeContract,
} from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { newFiles } from "./new-files.ts";

describe("store-sqlite on disk", () => {
  const newPath = newFiles();
  storeContract(() => openSqliteStore(newPath()));
  accountStoreContract(() => openSqliteStore(newPath()));
  const durable = { newPlace: newPath, opener: new URL("./open-sqlite.js", import.meta.url) };
  durableStoreContract(durable);
  durableAccountStoreContract(durable);
});
