import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isBlobName } from "@kalends/core/storage";
import { OperatorError } from "../operator-error.ts";
import { backupNames } from "./backup-folder.ts";

export const BACKUP_FORMAT = "kalends-backup";
export const BACKUP_VERSION = 1;

/**
 * Names of the files in a backup folder. The checksum file `SHA256SUMS` has a line for the database and for
 * each image file, in the format of `sha256sum -c`.
 */
export const BACKUP_FILES = {
  manifest: "backup.json",
  sums: "SHA256SUMS",
  database: "kalends.db",
  media: "media",
} as const;

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  readonly version: typeof BACKUP_VERSION;
  /** Version of Kalends that made the backup. */
  readonly madeBy: string;
  /** Time at which the database was copied, in ISO 8601 format. */
  readonly created: string;
  /** Number of image files. */
  readonly files: number;
  /** Names of image files that the database names but that did not exist. */
  readonly missing: readonly string[];
  /** SHA-256 of the checksum file, in hexadecimal digits. */
  readonly sums: string;
}

export const sha256OfText = (text: string): string => createHash("sha256").update(text).digest("hex");

export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
};

/** A backup whose checksums were verified. */
export interface CheckedBackup {
  readonly manifest: BackupManifest;
  /** Path of the database file. */
  readonly database: string;
  /** Names of the image files. */
  readonly names: readonly string[];
}

/** Maximum size in bytes of the manifest and of the checksum file, enough for a million files. */
const MAX_TEXT_LENGTH = 256 * 1024 * 1024;
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/**
 * Reads all files of a backup and verifies their checksums. Rejects with an `OperatorError` if the backup is
 * incomplete or was changed.
 */
export const checkBackup = async (
  folder: string,
  onFile: (done: number, total: number) => void,
): Promise<CheckedBackup> => {
  const backupError = (why: string): OperatorError =>
    new OperatorError([`${folder} is not a complete backup: ${why}`]);
  /** Returns the size of a file. Refuses links and devices, because reading them might never end. */
  const lengthOf = async (name: string): Promise<number> => {
    const found = await lstat(join(folder, name)).catch((error: unknown) => {
      throw isAbsent(error) ? backupError(`it has no ${name}.`) : error;
    });
    if (!found.isFile()) throw backupError(`${name} is not a file.`);
    return found.size;
  };
  const read = async (name: string): Promise<string> => {
    if ((await lengthOf(name)) > MAX_TEXT_LENGTH) throw backupError(`${name} is too long.`);
    return readFile(join(folder, name), "utf8");
  };
  const manifest = toManifest(
    await read(BACKUP_FILES.manifest).catch(async (error: unknown) => {
      const latest = (await backupNames(folder).catch(() => [])).at(-1);
      throw latest === undefined
        ? error
        : backupError(`it is a folder of backups. Give one of them: the latest is ${join(folder, latest)}.`);
    }),
  );
  if (manifest === undefined)
    throw backupError(`${BACKUP_FILES.manifest} is not the manifest of a backup of this version.`);
  const sums = await read(BACKUP_FILES.sums);
  if (sha256OfText(sums) !== manifest.sums) throw backupError(`${BACKUP_FILES.sums} has changed.`);
  const lines = sums.split("\n").filter((line) => line !== "");
  const names: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, sum, path = ""] = LINE.exec(line) ?? [];
    const name = path.startsWith(`${BACKUP_FILES.media}/`)
      ? path.slice(BACKUP_FILES.media.length + 1)
      : undefined;
    if (path !== BACKUP_FILES.database && (name === undefined || !isBlobName(name)))
      throw backupError(`${BACKUP_FILES.sums} names ${path}, which is not part of a backup.`);
    await lengthOf(path);
    if ((await sha256OfFile(join(folder, path))) !== sum) throw backupError(`${path} has changed.`);
    if (name !== undefined) names.push(name);
    onFile(index + 1, lines.length);
  }
  if (names.length !== manifest.files || lines.length !== names.length + 1)
    throw backupError(`${BACKUP_FILES.sums} lacks files.`);
  return { manifest, database: join(folder, BACKUP_FILES.database), names };
};

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

const toManifest = (text: string): BackupManifest | undefined => {
  try {
    const manifest: Partial<BackupManifest> = JSON.parse(text);
    const isOurs = manifest.format === BACKUP_FORMAT && manifest.version === BACKUP_VERSION;
    // The cast is safe: all versions of the format have these members.
    return isOurs ? (manifest as BackupManifest) : undefined;
  } catch {
    return undefined;
  }
};
