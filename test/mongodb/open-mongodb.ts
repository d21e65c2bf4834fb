import type { StoreWithAccounts } from "@kalends/core/storage";
import { openMongodbStore } from "@kalends/store-mongodb";

/** Opens the store for child processes of the durability suite. */
export const open = (place: string): Promise<StoreWithAccounts> => openMongodbStore(place);
