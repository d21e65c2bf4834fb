import type { StoreWithAccounts } from "@kalends/core/storage";
import { openMongodbStore } from "@kalends/store-mongodb";

/** Opens the store in the child processes of the durability tests. */
export const open = (place: string): Promise<StoreWithAccounts> => openMongodbStore(place);
