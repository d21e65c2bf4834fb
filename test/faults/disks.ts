import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A folder that has become a disk of its own. */
export interface Disk {
  /** Writes until nothing more goes in. */
  fill(): void;
  /** Takes away what has filled it. */
  empty(): void;
  /** Gives the folder back as it was. */
  remove(): void;
}

const BLOCK = Buffer.alloc(4096);
const isRoot = process.getuid?.() === 0;

/** Lazily: who is still in the folder stays there. */
const unmount = (folder: string): void => void execFileSync("umount", ["-l", folder]);

/** Mounts a disk of so many MiB in memory over the folder; `undefined` where that is not allowed. */
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
        // Full.
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler),
    remove: () => unmount(folder),
  };
};

/**
 * Takes away the right to write to what is in the folder; answers how to give it back. `undefined` where that cannot be done: modes
 * mean nothing to root, who needs a read-only mount instead.
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
