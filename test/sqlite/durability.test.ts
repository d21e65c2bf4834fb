import { durableAccountStoreContract, durableStoreContract } from "@kalends/storage-contract";
import { newFiles } from "../stores/new-files.ts";

describe("store-sqlite on disk", () => {
  const durable = {
    newPlace: newFiles(),
    opener: new URL("../stores/open-sqlite.js", import.meta.url),
  };
  durableStoreContract(durable);
  durableAccountStoreContract(durable);
});
