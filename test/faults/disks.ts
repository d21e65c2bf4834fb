import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A folder that is mounted as a small disk. */
export interface Disk {
  /** Writes until the disk is full. */
  fill(): void;
  /** Deletes the file that fills the disk. */
  empty(): void;
  /** Unmounts the disk. */
  remove(): void;
}

const BLOCK = Buffer.alloc(4096);
const isRoot = process.getuid?.() === 0;

/** Unmounts lazily: processes that use the folder keep it. */
const unmount = (folder: string): void => void execFileSync("umount", ["-l", folder]);

/**
 * Mounts a disk of `size` MiB in memory over the folder; returns `undefined` where mounting is not allowed.
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
        // The disk is full.
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    remove: () => unmount(folder),
  };
};

/**
 * Makes the contents of the folder read-only; returns a function that undoes this, or `undefined` if it is
 * impossible. Root ignores file modes and needs a read-only mount instead.
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
