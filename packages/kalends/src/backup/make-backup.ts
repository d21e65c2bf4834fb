import { createHash } from "node:crypto";
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type BlobStore, readInBatches } from "@kalends/core";
import { imageFiles } from "@kalends/core/interface";
import type { Finding } from "@kalends/core/storage";
import { openDirectoryBlobStore } from "@kalends/media";
import { copySqliteFile, openSqliteStore } from "@kalends/store-sqlite";
import { messageOf, OperatorError } from "../operator-error.ts";
import { VERSION } from "../version.ts";
import {
  BACKUP_FILES,
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupManifest,
  sha256OfFile,
  sha256OfText,
} from "./backup-format.ts";

export interface MakeBackupOptions {
  /** Path of the SQLite database file. Other processes may write to the database during the backup. */
  readonly place: string;
  /** Storage from which image files are read. */
  readonly blobStore: Pick<BlobStore, "read">;
  /** Path of the folder with the image files. */
  readonly mediaFolder: string;
  /** Path of the new backup folder. The folder must not exist or must be empty. */
  readonly folder: string;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly onProgress?: (files: number) => void;
  /** Called for each image file that the database names but that does not exist. */
  readonly onMissing?: (name: string) => void;
  /** Called for each problem that was found in the copied database. */
  readonly onFinding?: (finding: Finding) => void;
}

export interface MadeBackup {
  /** Number of image files. */
  readonly files: number;
  /** Names of tables in the copied database that do not belong to the calendar. */
  readonly otherTables: readonly string[];
}

/**
 * Copies the database, then all files that its images name. Image files never change, so the backup has the
 * state of a single moment. The backup is written to a temporary folder and renamed when it is complete and
 * flushed to disk. If the backup fails, nothing remains.
 */
export const makeBackup = async (options: MakeBackupOptions): Promise<MadeBackup> => {
  const folder = await requireEmpty(resolve(options.folder));
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  await requireOutsideMedia(parent, options.mediaFolder);
  const partial = await mkdtemp(join(parent, `.${basename(folder)}-partial-`));
  try {
    await chmod(partial, 0o700);
    const made = await fill(partial, options);
    await rename(partial, folder);
    await sync(parent);
    return made;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
};

/**
 * Returns the real path of the folder, after following symbolic links; the given path if the folder does not
 * exist. Throws an `OperatorError` if the folder is not empty or is the mount point of a disk.
 */
const requireEmpty = async (folder: string): Promise<string> => {
  try {
    const there = await realpath(folder);
    if ((await readdir(there)).length > 0)
      throw new OperatorError([`${folder} is not empty: use a new folder for each backup.`]);
    if ((await stat(there)).dev !== (await stat(dirname(there))).dev)
      throw new OperatorError([`${folder} is the mount point of a disk: use a new folder in it.`]);
    return there;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return folder;
    throw error;
  }
};

/**
 * Throws an `OperatorError` if the backup would be inside the folder of image files. `kalends sweep` would
 * remove the files of such a backup.
 */
const requireOutsideMedia = async (parent: string, mediaFolder: string): Promise<void> => {
  const media = await realpath(mediaFolder).catch(() => undefined);
  if (media !== undefined && `${await realpath(parent)}/`.startsWith(`${media}/`))
    throw new OperatorError([
      `${parent} is in the folder of images, where \`kalends sweep\` would remove the backup: use another folder.`,
    ]);
};

const fill = async (
  partial: string,
  { place, blobStore, now, onProgress, onMissing, onFinding }: MakeBackupOptions,
): Promise<MadeBackup> => {
  const database = join(partial, BACKUP_FILES.database);
  const otherTables = copyDatabase(place, database);
  const copy = await openSqliteStore(database, { migrate: false, synchronous: "normal" }).catch(
    (error: unknown) => {
      throw new OperatorError([`The copy cannot be checked: ${messageOf(error)}`]);
    },
  );
  const missing: string[] = [];
  const sums: string[] = [];
  try {
    for await (const finding of copy.inspection?.check() ?? []) onFinding?.(finding);
    const media = await openDirectoryBlobStore(join(partial, BACKUP_FILES.media));
    for await (const images of readInBatches(copy.images)) {
      for (const name of new Set(images.flatMap(imageFiles))) {
        const sum = await copyFile(blobStore, media, name);
        if (sum !== undefined) sums.push(`${sum}  ${BACKUP_FILES.media}/${name}`);
        else {
          missing.push(name);
          onMissing?.(name);
        }
        onProgress?.(sums.length);
      }
    }
    await media.close();
  } finally {
    await copy.close();
  }
  const lines = [`${await sha256OfFile(database)}  ${BACKUP_FILES.database}`, ...sums];
  const text = `${lines.join("\n")}\n`;
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    madeBy: VERSION,
    created: new Date(now).toISOString(),
    files: sums.length,
    missing,
    sums: sha256OfText(text),
  };
  await writeDurably(join(partial, BACKUP_FILES.sums), text);
  await writeDurably(join(partial, BACKUP_FILES.manifest), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await sync(partial);
  return { files: sums.length, otherTables };
};

const copyDatabase = (place: string, target: string): readonly string[] => {
  try {
    return copySqliteFile(place, target);
  } catch (error) {
    throw new OperatorError([`${place} cannot be copied: ${messageOf(error)}`]);
  }
};

/** Copies a file and returns its digest. Returns `undefined` if the file does not exist. */
const copyFile = async (
  from: Pick<BlobStore, "read">,
  to: Pick<BlobStore, "put">,
  name: string,
): Promise<string | undefined> => {
  const bytes = await from.read(name);
  if (bytes === undefined) return undefined;
  const hash = createHash("sha256");
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  };
  await to.put(name, hashed());
  return hash.digest("hex");
};

const writeDurably = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600, flag: "wx", flush: true });

/** Flushes the directory entries of a folder to disk. */
export const sync = async (path: string): Promise<void> => {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
