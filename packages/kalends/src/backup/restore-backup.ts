import { chmod, copyFile, link, open, realpath, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { BlobStore } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";
import { finishSqliteFile, readSqliteFile, type SqliteFileContents } from "@kalends/store-sqlite";
import { messageOf, OperatorError } from "../operator-error.ts";
import { requireFolderOf } from "../storage/usable-folder.ts";
import { BACKUP_FILES, checkBackup, isAbsent } from "./backup-format.ts";
import { sync } from "./make-backup.ts";
import { tableList } from "./table-list.ts";

export interface RestoreBackupOptions {
  readonly folder: string;
  /** Path of the SQLite database file to restore. */
  readonly place: string;
  /** Storage into which image files are restored. */
  readonly blobStore: Pick<BlobStore, "put" | "size">;
  /** True to move an existing calendar database aside and restore the backup in its place. */
  readonly isReplacing: boolean;
  /** True to also replace a database that has tables of a host application. */
  readonly withOtherTables: boolean;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly onProgress?: (files: number, total: number) => void;
  /**
   * Called before any change if the existing database has tables of a host application. `aside` is the path
   * to which the existing file will be moved.
   */
  readonly onOtherTables?: (tables: ReplacedTables, aside: string) => void;
}

/** Names of the tables in the existing database that do not belong to the calendar. */
export interface ReplacedTables {
  /** Tables that the backup also has. They get the contents of the backup. */
  readonly fromBackup: readonly string[];
  /** Tables that the backup does not have. They remain only in the file that is moved aside. */
  readonly onlyAside: readonly string[];
}

export interface Restored {
  /** Number of image files. */
  readonly files: number;
  /** Time at which the backup was made, in ISO 8601 format. */
  readonly created: string;
  /** Path to which the existing database was moved; absent if no database existed, or if it was empty. */
  readonly aside?: string;
  /** Names of restored tables that do not belong to the calendar. */
  readonly otherTables: readonly string[];
}

/**
 * Restores a backup. It first verifies all files and copies the image files. Then it moves the existing
 * database aside, and the new database into its place. If a step fails before the last move, the calendar
 * stays unchanged, apart from unused image files. Rejects with an `OperatorError` if the backup is damaged or
 * a process has the database open. Also rejects if the options do not allow replacing an existing calendar or
 * tables of a host application.
 */
export const restoreBackup = async (options: RestoreBackupOptions): Promise<Restored> => {
  const { folder, blobStore, now, onProgress = () => undefined } = options;
  const place = await targetOf(options.place);
  const { manifest, database, names } = await checkBackup(folder, onProgress);
  await requireFolderOf(place, "the database");
  const unrestorable = (error: unknown): never => {
    throw new OperatorError([`The database of ${folder} cannot be restored: ${messageOf(error)}`]);
  };
  const { otherTables: savedTables } = await readSqliteFile(database).catch(unrestorable);
  const aside = `${place}.before-${new Date(now).toISOString().replaceAll(/[-:]|\..*/g, "")}`;
  const replaceable = async (look: typeof readSqliteFile): Promise<SqliteFileContents> => {
    const contents = await look(place).catch((error: unknown) => {
      throw new OperatorError([`Nothing was restored: ${messageOf(error)}`]);
    });
    requireReplaceable({ place, savedTables }, contents, options);
    return contents;
  };
  // Open the existing file read-only in the first check, because the restore may still refuse it.
  const found = await replaceable(readSqliteFile);
  if (found.otherTables.length > 0) options.onOtherTables?.(replacedTables(found, savedTables), aside);
  await replaceable(finishSqliteFile);
  const media = await openDirectoryBlobStore(join(folder, BACKUP_FILES.media));
  for (const name of names) await restoreFile(media, blobStore, name);
  await media.close();
  const temporary = `${place}.restoring`;
  await claim(temporary);
  try {
    await copyFile(database, temporary);
    await chmod(temporary, 0o600);
    const restored = await finishSqliteFile(temporary).catch(unrestorable);
    if (restored.state === "absent")
      throw new OperatorError([`The database of ${folder} cannot be restored: it contains no calendar.`]);
    await sync(temporary);
    const { state, otherTables } = await replaceable(finishSqliteFile);
    const isAside = state === "filled" || otherTables.length > 0;
    // Use a hard link: the database file never disappears, and the call fails if `aside` already exists.
    if (isAside) await link(place, aside);
    // Remove the WAL files that a killed server may have left. They belong to the database that was moved
    // aside.
    for (const left of ["-wal", "-shm"]) await rm(place + left, { force: true });
    await rename(temporary, place);
    await sync(dirname(place));
    const { created } = manifest;
    return { files: names.length, created, otherTables: restored.otherTables, ...(isAside && { aside }) };
  } finally {
    await rm(temporary, { force: true });
  }
};

const replacedTables = (
  { otherTables }: Pick<SqliteFileContents, "otherTables">,
  saved: readonly string[],
): ReplacedTables => ({
  fromBackup: otherTables.filter((name) => saved.includes(name)),
  onlyAside: otherTables.filter((name) => !saved.includes(name)),
});

/**
 * Returns sentences about the tables that a restore replaces. `aside` is the path to which the existing file
 * is moved.
 */
export const describeReplaced = ({ fromBackup, onlyAside }: ReplacedTables, aside: string): string =>
  [
    ...(fromBackup.length > 0 ? [`From the backup: ${tableList(fromBackup)}.`] : []),
    ...(onlyAside.length > 0
      ? [`Not in the backup, and from then on only in ${aside}: ${tableList(onlyAside)}.`]
      : []),
  ].join(" ");

const requireReplaceable = (
  { place, savedTables }: { readonly place: string; readonly savedTables: readonly string[] },
  { state, otherTables }: SqliteFileContents,
  { isReplacing, withOtherTables }: RestoreBackupOptions,
): void => {
  if (otherTables.length > 0 && !(isReplacing && withOtherTables))
    throw new OperatorError([
      `${place} also contains tables that are not the calendar's (${tableList(otherTables)}): give --replace --with-other-tables to move the whole file aside. ${describeReplaced(replacedTables({ otherTables }, savedTables), `${place}.before-TIME`)}`,
    ]);
  if (state === "filled" && !isReplacing)
    throw new OperatorError([`${place} contains a calendar: give --replace to move it aside.`]);
};

/** Creates a lock file, so that only one restore runs at a time. Rejects if the file exists. */
const claim = async (path: string): Promise<void> => {
  try {
    await (await open(path, "wx", 0o600)).close();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new OperatorError([
      `${path} exists: another restore is running. If it was killed, remove this file.`,
    ]);
  }
};

/**
 * Returns the real path of a file, after following symbolic links; the absolute path if the file does not
 * exist.
 */
const targetOf = (place: string): Promise<string> =>
  realpath(place).catch((error: unknown) => {
    if (isAbsent(error)) return resolve(place);
    throw error;
  });

/**
 * Copies an image file unless it exists. The content for a name never changes, so an existing file of the
 * same size is the same file.
 */
const restoreFile = async (
  from: BlobStore,
  to: RestoreBackupOptions["blobStore"],
  name: string,
): Promise<void> => {
  const bytes = await from.read(name);
  if (bytes === undefined) throw new OperatorError([`The file ${name} of the backup is missing.`]);
  if (await to.put(name, bytes)) return;
  if ((await to.size(name)) === (await from.size(name))) return;
  throw new OperatorError([`A different file ${name} exists already: move it away and restore again.`]);
};
