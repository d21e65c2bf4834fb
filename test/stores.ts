import type { Store } from "@kalends/core";
import { openSqliteStore } from "@kalends/store-sqlite";

/** A storage adapter under test. */
export interface TestStore {
  readonly name: string;
  /** A new, empty store. Whoever opens it closes it. */
  open(): Promise<Store>;
}

const KNOWN: readonly TestStore[] = [{ name: "sqlite", open: () => openSqliteStore(":memory:") }];

const pick = (names: string): readonly TestStore[] =>
  names.split(",").map((name) => {
    const store = KNOWN.find((known) => known.name === name.trim());
    if (store === undefined) {
      throw new Error(
        `STORES names the unknown store "${name}"; known: ${KNOWN.map((known) => known.name).join(", ")}`,
      );
    }
    return store;
  });

/** The stores that the environment variable `STORES` asks for, a comma list; SQLite when it is not set. */
export const stores: readonly TestStore[] = pick(process.env.STORES || "sqlite");
