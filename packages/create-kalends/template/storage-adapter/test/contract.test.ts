import { accountStoreContract, storeContract } from "@kalends/storage-contract";
import { openJsonStore } from "../src/open-json-store.ts";
import { newFolders } from "./new-folders.ts";

describe("my-plugin", () => {
  const newFolder = newFolders();
  storeContract(() => openJsonStore(newFolder()));
  accountStoreContract(() => openJsonStore(newFolder()));
});
