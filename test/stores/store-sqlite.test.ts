import { durableStoreContract, storeContract } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { newFiles } from "./new-files.ts";

describe("store-sqlite in memory", () => storeContract(() => openSqliteStore(":memory:")));

describe("store-sqlite on disk", () => {
  const newPath = newFiles();
  storeContract(() => openSqliteStore(newPath()));
  durableStoreContract({ newPlace: newPath, opener: new URL("./open-sqlite.js", import.meta.url) });
});
