import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { AccountStore, Store } from "@kalends/core";
import { manifestFile } from "./archive-format.ts";
import { hasNoRecords, isUntouched } from "./archived-accounts.ts";

/** Document of the calendar itself; part of no archive. */
const [COLLECTION, KEY] = ["kalends/archive-import", "into-empty"];

interface BeginningOptions {
  readonly store: Pick<Store, "documents" | "events" | "venues" | "organizers" | "terms" | "images">;
  readonly accounts: AccountStore | undefined;
  readonly folder: string;
}

/** An import of an archive that has begun. */
interface Beginning {
  /** The calendar was empty when the import of this archive began, in this run or in one that broke off. */
  readonly isEmpty: boolean;
  /** Notes that the import has come to its end. */
  end(): Promise<void>;
}

/** Remembers that an import goes into an empty calendar until it ends, so that a run that broke off can be repeated. */
export const beginImport = async ({ store, accounts, folder }: BeginningOptions): Promise<Beginning> => {
  const { documents } = store;
  const archive = createHash("sha256")
    .update(await readFile(manifestFile(folder)))
    .digest("hex");
  const begun = await documents.find(COLLECTION, KEY);
  const isEmpty = begun?.archive === archive || (await isEmptyCalendar(store, accounts));
  if (isEmpty) await documents.save({ collection: COLLECTION, key: KEY, value: { archive } });
  return {
    isEmpty,
    async end() {
      if (isEmpty) await documents.remove(COLLECTION, KEY);
    },
  };
};

/** True if it has no records, and no account but the one that the first start makes. */
const isEmptyCalendar = async (
  store: Parameters<typeof hasNoRecords>[0],
  accounts: AccountStore | undefined,
): Promise<boolean> => {
  const [first, ...others] = (await accounts?.list()) ?? [];
  return others.length === 0 && (first === undefined || isUntouched(first)) && (await hasNoRecords(store));
};
