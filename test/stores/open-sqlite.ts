import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";

/** For the child processes of the durability suite. */
export const open = (place: string): Promise<StoreWithAccounts> => openSqliteStore(place);
