import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type BlobStore, type Finding, imageFiles, readInBatches } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";
import { copySqliteFile, openSqliteStore } from "@kalends/store-sqlite";
import { OperatorError } from "../operator-error.ts";
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
  /** The SQLite file, which others may write to. */
  readonly place: string;
  /** Has the files of images. */
  readonly blobStore: Pick<BlobStore, "read">;
  /** Absent or empty. */
  readonly folder: string;
  /** When it is, in milliseconds since 1970. */
  readonly now: number;
  readonly onProgress?: (files: number) => void;
  /** A file that an image names but nobody has. */
  readonly onMissing?: (name: string) => void;
  /** What is wrong with what was copied. */
  readonly onFinding?: (finding: Finding) => void;
}

/**
 * Copies the database and then every file that its images name: files never change, so that all of it is of one moment. It comes to its
 * place when it is whole and on the disk; what fails leaves nothing. Answers how many files it has.
 */
export const makeBackup = async (options: MakeBackupOptions): Promise<number> => {
  const folder = resolve(options.folder);
  await requireEmpty(folder);
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  const partial = await mkdtemp(join(parent, `.${basename(folder)}-partial-`));
  try {
    await chmod(partial, 0o700);
    const files = await fill(partial, options);
    await rename(partial, folder);
    await sync(parent);
    return files;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
};

const requireEmpty = async (folder: string): Promise<void> => {
  try {
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw error;
  }
  throw new OperatorError([`${folder} is not empty: name a new folder for each backup.`]);
};

const fill = async (
  partial: string,
  { place, blobStore, now, onProgress, onMissing, onFinding }: MakeBackupOptions,
): Promise<number> => {
  const database = join(partial, BACKUP_FILES.database);
  copyDatabase(place, database);
  const copy = await openSqliteStore(database, { migrate: false, synchronous: "normal" });
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
  await writeWhole(join(partial, BACKUP_FILES.sums), text);
  await writeWhole(join(partial, BACKUP_FILES.manifest), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await sync(partial);
  return sums.length;
};

const copyDatabase = (place: string, target: string): void => {
  try {
    copySqliteFile(place, target);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError([`${place} cannot be copied: ${reason}`]);
  }
};

/** Answers the digest; `undefined` when there is no such file. */
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

const writeWhole = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600, flag: "wx", flush: true });

/** What a folder names is on the disk. */
export const sync = async (path: string): Promise<void> => {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};
