import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";

/** Opens the store for child processes of the durability suite. */
export const open = (place: string): Promise<StoreWithAccounts> => openSqliteStore(place);
