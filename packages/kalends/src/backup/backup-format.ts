import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isBlobName } from "@kalends/core/storage";
import { OperatorError } from "../operator-error.ts";
import { backupNames } from "./kept-backups.ts";

export const BACKUP_FORMAT = "kalends-backup";
export const BACKUP_VERSION = 1;

/** What a backup consists of, in its folder. `sums` has a line for each file, as `sha256sum -c` reads it. */
export const BACKUP_FILES = {
  manifest: "backup.json",
  sums: "SHA256SUMS",
  database: "kalends.db",
  media: "media",
} as const;

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  readonly version: typeof BACKUP_VERSION;
  /** Of Kalends. */
  readonly madeBy: string;
  /** When the database was copied, ISO 8601. */
  readonly created: string;
  /** Files of images. */
  readonly files: number;
  /** Files that image records named but nobody had. */
  readonly missing: readonly string[];
  /** Of the file with the sums, SHA-256 in hexadecimal digits. */
  readonly sums: string;
}

export const sha256OfText = (text: string): string => createHash("sha256").update(text).digest("hex");

export const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
};

/** A backup whose bytes are those that were written. */
export interface CheckedBackup {
  readonly manifest: BackupManifest;
  /** The path of the database. */
  readonly database: string;
  /** Names of the files of images. */
  readonly names: readonly string[];
}

/** Bytes of the manifest and of the sums: those of a million files. */
const LONGEST_TEXT = 256 * 1024 * 1024;
const LINE = /^([0-9a-f]{64}) {2}(.+)$/;

/** Reads all of a backup, and throws an `OperatorError` unless it is whole and nothing of it has changed. */
export const checkBackup = async (
  folder: string,
  onFile: (done: number, total: number) => void,
): Promise<CheckedBackup> => {
  const broken = (why: string): OperatorError => new OperatorError([`${folder} is no whole backup: ${why}`]);
  /** Else a link could lead to what never ends. */
  const lengthOf = async (name: string): Promise<number> => {
    const found = await lstat(join(folder, name)).catch((error: unknown) => {
      throw isAbsent(error) ? broken(`there is no ${name}.`) : error;
    });
    if (!found.isFile()) throw broken(`${name} is no file.`);
    return found.size;
  };
  const read = async (name: string): Promise<string> => {
    if ((await lengthOf(name)) > LONGEST_TEXT) throw broken(`${name} is too long.`);
    return readFile(join(folder, name), "utf8");
  };
  const manifest = toManifest(
    await read(BACKUP_FILES.manifest).catch(async (error: unknown) => {
      const latest = (await backupNames(folder).catch(() => [])).at(-1);
      throw latest === undefined
        ? error
        : broken(`it is a folder of backups. Name one of them: the latest is ${join(folder, latest)}.`);
    }),
  );
  if (manifest === undefined)
    throw broken(`${BACKUP_FILES.manifest} is not that of a backup of this version.`);
  const sums = await read(BACKUP_FILES.sums);
  if (sha256OfText(sums) !== manifest.sums) throw broken(`${BACKUP_FILES.sums} has changed.`);
  const lines = sums.split("\n").filter((line) => line !== "");
  const names: string[] = [];
  for (const [index, line] of lines.entries()) {
    const [, sum, path = ""] = LINE.exec(line) ?? [];
    const name = path.startsWith(`${BACKUP_FILES.media}/`)
      ? path.slice(BACKUP_FILES.media.length + 1)
      : undefined;
    if (path !== BACKUP_FILES.database && (name === undefined || !isBlobName(name)))
      throw broken(`${BACKUP_FILES.sums} names what is no part of a backup.`);
    await lengthOf(path);
    if ((await sha256OfFile(join(folder, path))) !== sum) throw broken(`${path} has changed.`);
    if (name !== undefined) names.push(name);
    onFile(index + 1, lines.length);
  }
  if (names.length !== manifest.files || lines.length !== names.length + 1)
    throw broken(`${BACKUP_FILES.sums} lacks files.`);
  return { manifest, database: join(folder, BACKUP_FILES.database), names };
};

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");

const toManifest = (text: string): BackupManifest | undefined => {
  try {
    const manifest: Partial<BackupManifest> = JSON.parse(text);
    const isOurs = manifest.format === BACKUP_FORMAT && manifest.version === BACKUP_VERSION;
    // Cast: nothing else has been written with this version.
    return isOurs ? (manifest as BackupManifest) : undefined;
  } catch {
    return undefined;
  }
};
