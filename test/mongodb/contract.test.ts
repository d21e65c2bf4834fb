import {
  accountStoreContract,
  durableAccountStoreContract,
  durableStoreContract,
  storeContract,
} from "@kalends/storage-contract";
import { openEmptyStore } from "./empty-stores.ts";
import { describeWithServer, newDatabase } from "./shared-server.ts";

describeWithServer("store-mongodb", () => {
  storeContract(openEmptyStore);
  accountStoreContract(openEmptyStore);
  const durable = { newPlace: newDatabase, opener: new URL("./open-mongodb.js", import.meta.url) };
  durableStoreContract(durable);
  durableAccountStoreContract(durable);
});
