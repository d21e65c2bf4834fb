import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Small file system that is mounted at a folder. */
export interface Disk {
  /** Writes a file until the file system is full. */
  fill(): void;
  /** Deletes the file that `fill` wrote. */
  empty(): void;
  /** Unmounts the file system. */
  remove(): void;
}

const BLOCK = Buffer.alloc(4096);
const isRoot = process.getuid?.() === 0;

/** Unmounts the folder lazily: processes that still use it keep their access. */
const unmount = (folder: string): void => void execFileSync("umount", ["-l", folder]);

/**
 * Mounts a file system of `size` MiB in memory at the folder. Returns `undefined` if this machine does not
 * allow mounting.
 */
export const mountDisk = (folder: string, size: number): Disk | undefined => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  const filler = join(folder, "filler");
  return {
    fill() {
      const file = openSync(filler, "w");
      try {
        for (;;) writeSync(file, BLOCK);
      } catch {
        // The write failed because the file system is full.
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    remove: () => unmount(folder),
  };
};

/**
 * Makes all files in the folder read-only. Returns a function that undoes this, or `undefined` if it is not
 * possible. Root ignores file permissions, so a read-only mount is used for root.
 */
export const writeProtect = (folder: string): (() => void) | undefined => {
  if (!isRoot) {
    execFileSync("chmod", ["-R", "a-w", folder]);
    return () => void execFileSync("chmod", ["-R", "u+w", folder]);
  }
  try {
    execFileSync("mount", ["--bind", folder, folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  execFileSync("mount", ["-o", "remount,bind,ro", folder]);
  return () => unmount(folder);
};
