import { accountStoreContract, storeContract } from "@kalends/storage-contract";
import { openJsonStore } from "../src/open-json-store.ts";
import { newFolders } from "./new-folders.ts";

describe("custom-storage", () => {
  const newFolder = newFolders();
  storeContract(() => openJsonStore(newFolder()));
  accountStoreContract(() => openJsonStore(newFolder()));
});
