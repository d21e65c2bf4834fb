import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";

/** Opens the store in the child processes of the durability tests. */
export const open = (place: string): Promise<StoreWithAccounts> => openSqliteStore(place);
