import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Account, AccountStore, Store } from "@kalends/core/storage";
import { ADDITIONAL_FILES, additionalFile, aggregateFile, manifestFile } from "./archive-format.ts";
import { parseJson, readLines } from "./archive-lines.ts";
import { hasNoRecords, isUntouched } from "./archived-accounts.ts";

/** Document of the calendar itself, which is never archived. */
const [COLLECTION, KEY] = ["kalends/archive-import", "into-empty"];

interface BeginningOptions {
  readonly store: Pick<Store, "documents" | "events" | "venues" | "organizers" | "terms" | "images">;
  readonly accounts: AccountStore | undefined;
  readonly folder: string;
}

/** Import of an archive in progress. */
interface Beginning {
  /**
   * True if the calendar was empty when the import of this archive began, in this run or in an interrupted
   * one.
   */
  readonly isEmpty: boolean;
  /** Records that the import is complete. */
  end(): Promise<void>;
}

/**
 * Begins an import. If the calendar is empty, this is stored until the import ends, so that an interrupted
 * import can be repeated.
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

/** Returns a digest of the manifest and of all files that are only imported into empty calendars. */
const digestOf = async (folder: string): Promise<string> => {
  const hash = createHash("sha256");
  const accounts = aggregateFile(folder, "accounts");
  for (const file of [
    manifestFile(folder),
    accounts,
    ...ADDITIONAL_FILES.map((further) => additionalFile(folder, further)),
  ]) {
    hash.update(basename(file));
    if (await isFile(file)) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  }
  return hash.digest("hex");
};

const isFile = async (file: string): Promise<boolean> =>
  (await stat(file).catch(() => undefined))?.isFile() === true;

/** True unless an account was created since the import began, which shows that the calendar is in use. */
const hasNoOtherAccounts = async (accounts: AccountStore | undefined, folder: string): Promise<boolean> => {
  const others = new Map<number, Account>();
  for (const account of (await accounts?.list()) ?? [])
    if (!isUntouched(account)) others.set(account.id, account);
  const file = aggregateFile(folder, "accounts");
  if (others.size === 0 || !(await isFile(file))) return others.size === 0;
  for await (const read of readLines(file)) {
    // The line may have any form or be unreadable.
    const line =
      "problem" in read ? undefined : (parseJson(read.text) as Partial<Account> | null | undefined);
    const here = others.get(Number(line?.id));
    if (here !== undefined && isDeepStrictEqual(here, line)) others.delete(here.id);
  }
  return others.size === 0;
};

/** True if the calendar has no records and no accounts except the one created by the first start. */
const isEmptyCalendar = async (
  store: Parameters<typeof hasNoRecords>[0],
  accounts: AccountStore | undefined,
): Promise<boolean> => {
  const [first, ...others] = (await accounts?.list()) ?? [];
  return others.length === 0 && (first === undefined || isUntouched(first)) && (await hasNoRecords(store));
};
