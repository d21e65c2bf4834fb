import { chmod, copyFile, link, open, realpath, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { BlobStore } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";
import { readSqliteFile, type SqliteFileContents, settleSqliteFile } from "@kalends/store-sqlite";
import { messageOf, OperatorError } from "../operator-error.ts";
import { requireFolderOf } from "../storage/usable-folder.ts";
import { BACKUP_FILES, checkBackup, isAbsent } from "./backup-format.ts";
import { sync } from "./make-backup.ts";
import { tableList } from "./table-list.ts";

export interface RestoreBackupOptions {
  readonly folder: string;
  /** The SQLite file. */
  readonly place: string;
  /** Where the files of images come to lie. */
  readonly blobStore: Pick<BlobStore, "put" | "size">;
  /** Whether a calendar that is there is put aside. */
  readonly isReplacing: boolean;
  /** Whether tables of a host in the same file go with it. */
  readonly withOtherTables: boolean;
  /** When it is, in milliseconds since 1970. */
  readonly now: number;
  readonly onProgress?: (files: number, total: number) => void;
  /** Called before anything changes, where tables of a host go with the file; `aside` is where that will be. */
  readonly onOtherTables?: (tables: ReplacedTables, aside: string) => void;
}

/** Names of tables in the file that is there, which are not the calendar's. */
export interface ReplacedTables {
  /** These become what the backup has of them. */
  readonly fromBackup: readonly string[];
  /** The backup has none of these: they stay in the file that is put aside, and nowhere else. */
  readonly onlyAside: readonly string[];
}

export interface Restored {
  /** Files of images. */
  readonly files: number;
  /** When the backup was made, ISO 8601. */
  readonly created: string;
  /** Where the calendar is by now that was there before. */
  readonly aside?: string;
  /** Names of the tables that were restored and are not the calendar's. */
  readonly otherTables: readonly string[];
}

/**
 * Checks all of a backup, copies the files of its images, and puts its database into its place at once, after whatever is there was put
 * aside. What fails before that leaves the calendar as it was, with files at most that nobody names. Throws an `OperatorError` for a
 * backup that is not whole, for a calendar and for tables of a host that are there unless they are replaced, and while a process has the
 * file open.
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
    demandReplaceable({ place, savedTables }, contents, options);
    return contents;
  };
  // First without a change to a file that is then refused.
  const found = await replaceable(readSqliteFile);
  if (found.otherTables.length > 0) options.onOtherTables?.(replacedTables(found, savedTables), aside);
  await replaceable(settleSqliteFile);
  const media = await openDirectoryBlobStore(join(folder, BACKUP_FILES.media));
  for (const name of names) await takeFile(media, blobStore, name);
  await media.close();
  const coming = `${place}.restoring`;
  await claim(coming);
  try {
    await copyFile(database, coming);
    await chmod(coming, 0o600);
    const restored = await settleSqliteFile(coming).catch(unrestorable);
    if (restored.state === "absent")
      throw new OperatorError([`The database of ${folder} cannot be restored: it holds no calendar.`]);
    await sync(coming);
    const { state, otherTables } = await replaceable(settleSqliteFile);
    const isAside = state === "filled" || otherTables.length > 0;
    // A link, so that there is a file at every moment, and none that was put aside before is replaced.
    if (isAside) await link(place, aside);
    // Left by a server that was killed, beside a database that is gone.
    for (const left of ["-wal", "-shm"]) await rm(place + left, { force: true });
    await rename(coming, place);
    await sync(dirname(place));
    const { created } = manifest;
    return { files: names.length, created, otherTables: restored.otherTables, ...(isAside && { aside }) };
  } finally {
    await rm(coming, { force: true });
  }
};

const replacedTables = (
  { otherTables }: Pick<SqliteFileContents, "otherTables">,
  saved: readonly string[],
): ReplacedTables => ({
  fromBackup: otherTables.filter((name) => saved.includes(name)),
  onlyAside: otherTables.filter((name) => !saved.includes(name)),
});

/** In sentences. `aside`: where the file goes that is there. */
export const describeReplaced = ({ fromBackup, onlyAside }: ReplacedTables, aside: string): string =>
  [
    ...(fromBackup.length > 0 ? [`From the backup: ${tableList(fromBackup)}.`] : []),
    ...(onlyAside.length > 0
      ? [`Not in the backup, so that they are only in ${aside} from then on: ${tableList(onlyAside)}.`]
      : []),
  ].join(" ");

const demandReplaceable = (
  { place, savedTables }: { readonly place: string; readonly savedTables: readonly string[] },
  { state, otherTables }: SqliteFileContents,
  { isReplacing, withOtherTables }: RestoreBackupOptions,
): void => {
  if (otherTables.length > 0 && !(isReplacing && withOtherTables))
    throw new OperatorError([
      `${place} also holds tables that are not the calendar's (${tableList(otherTables)}): --replace --with-other-tables puts the whole file aside. ${describeReplaced(replacedTables({ otherTables }, savedTables), `${place}.before-TIME`)}`,
    ]);
  if (state === "filled" && !isReplacing)
    throw new OperatorError([`${place} holds a calendar: --replace puts it aside.`]);
};

/** So that nobody else restores meanwhile. */
const claim = async (path: string): Promise<void> => {
  try {
    await (await open(path, "wx", 0o600)).close();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new OperatorError([
      `${path} is there: another restore is under way, or was killed; then remove it.`,
    ]);
  }
};

/** Where the file is that a symbolic link leads to. */
const targetOf = (place: string): Promise<string> =>
  realpath(place).catch((error: unknown) => {
    if (isAbsent(error)) return resolve(place);
    throw error;
  });

/** The bytes of a name never change: one that is there has them. */
const takeFile = async (
  from: BlobStore,
  to: RestoreBackupOptions["blobStore"],
  name: string,
): Promise<void> => {
  const bytes = await from.read(name);
  if (bytes === undefined) throw new OperatorError([`The file ${name} of the backup is gone.`]);
  if (await to.put(name, bytes)) return;
  if ((await to.size(name)) === (await from.size(name))) return;
  throw new OperatorError([`There is another file ${name} already: move it away, and restore again.`]);
};
