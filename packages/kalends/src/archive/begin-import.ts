import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Account, AccountStore, Store } from "@kalends/core/storage";
import { ADDITIONAL_FILES, additionalFile, aggregateFile, manifestFile } from "./archive-format.ts";
import { parseJson, readLines } from "./archive-lines.ts";
import { hasNoRecords, isUntouched } from "./archived-accounts.ts";

/**
 * Collection and key of the plugin record with which the calendar marks an unfinished import. Archives never
 * contain this record.
 */
const [COLLECTION, KEY] = ["kalends/archive-import", "into-empty"];

interface BeginningOptions {
  readonly store: Pick<Store, "documents" | "events" | "venues" | "organizers" | "terms" | "images">;
  readonly accounts: AccountStore | undefined;
  readonly folder: string;
}

/** An archive import that has started. */
interface Beginning {
  /**
   * True if the calendar was empty when the import of this archive began. If an earlier run of the same
   * import was interrupted, the import began with that run.
   */
  readonly isEmpty: boolean;
  /** Stores that the import is complete. */
  end(): Promise<void>;
}

/**
 * Starts an archive import. If the calendar is empty, a plugin record marks it as empty until the import
 * ends. An interrupted import can then run again with the same permissions.
 */
export const beginImport = async ({ store, accounts, folder }: BeginningOptions): Promise<Beginning> => {
  const { documents } = store;
  const archive = await digestOf(folder);
  const begun = await documents.find(COLLECTION, KEY);
  const isBegun = begun?.archive === archive && (await hasNoOtherAccounts(accounts, folder));
  const isEmpty = isBegun || (await isEmptyCalendar(store, accounts));
  if (isEmpty) await documents.save({ collection: COLLECTION, key: KEY, value: { archive } });
  return {
    isEmpty,
    async end() {
      if (isEmpty) await documents.remove(COLLECTION, KEY);
    },
  };
};

/**
 * Returns a digest of the manifest, the accounts and the additional files, to recognize the same archive in
 * the next run.
 */
const digestOf = async (folder: string): Promise<string> => {
  const hash = createHash("sha256");
  const accounts = aggregateFile(folder, "accounts");
  for (const file of [
    manifestFile(folder),
    accounts,
    ...[...ADDITIONAL_FILES, "versions" as const].map((further) => additionalFile(folder, further)),
  ]) {
    hash.update(basename(file));
    if (await isFile(file)) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
};

const isFile = async (file: string): Promise<boolean> =>
  (await stat(file).catch(() => undefined))?.isFile() === true;

/**
 * True if every account equals its account in the archive or is the unchanged account of the first start. Any
 * other account shows that the calendar was in use since the import began.
 */
const hasNoOtherAccounts = async (accounts: AccountStore | undefined, folder: string): Promise<boolean> => {
  const others = new Map<number, Account>();
  for (const account of (await accounts?.list()) ?? [])
    if (!isUntouched(account)) others.set(account.id, account);
  const file = aggregateFile(folder, "accounts");
  if (others.size === 0 || !(await isFile(file))) return others.size === 0;
  for await (const read of readLines(file)) {
    // The line is not validated yet and may have any form.
    const line =
      "problem" in read ? undefined : (parseJson(read.text) as Partial<Account> | null | undefined);
    const here = others.get(Number(line?.id));
    if (here !== undefined && isDeepStrictEqual(here, line)) others.delete(here.id);
  }
  return others.size === 0;
};

/** True if the calendar has no records, and no accounts except the unchanged account of the first start. */
const isEmptyCalendar = async (
  store: Parameters<typeof hasNoRecords>[0],
  accounts: AccountStore | undefined,
): Promise<boolean> => {
  const [first, ...others] = (await accounts?.list()) ?? [];
  return others.length === 0 && (first === undefined || isUntouched(first)) && (await hasNoRecords(store));
};
