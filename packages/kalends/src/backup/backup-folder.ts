import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the folder name of a backup: the UTC date and time in ISO 8601 format to the second, with hyphens
 * instead of colons. `now` is in milliseconds since 1970.
 */
export const backupNameAt = (now: number): string =>
  `${new Date(now).toISOString().slice(0, -".000Z".length).replaceAll(":", "-")}Z`;

const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/**
 * Returns the names of the backups in a folder, oldest first. Ignores files, links, and folders with other
 * names.
 */
export const backupNames = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && BACKUP_NAME.test(entry.name))
    .map(({ name }) => name)
    .sort();

export interface RemoveOldBackupsOptions {
  /** Path of the folder that contains the backups. */
  readonly folder: string;
  /** Name of the backup that was just made. It is never removed, even if the system clock was set back. */
  readonly latest: string;
  /** Number of backups to keep, including `latest`; at least 1. */
  readonly keep: number;
  /** Called with the path of each removed backup. */
  readonly onRemoved: (path: string) => void;
}

/** Removes the oldest backups in a folder, so that `keep` backups remain. */
export const removeOldBackups = async ({
  folder,
  latest,
  keep,
  onRemoved,
}: RemoveOldBackupsOptions): Promise<void> => {
  const others = (await backupNames(folder)).filter((name) => name !== latest);
  for (const name of others.slice(0, Math.max(0, others.length - (keep - 1)))) {
    const path = join(folder, name);
    await rm(path, { recursive: true });
    onRemoved(path);
  }
};
