import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { currentUser } from "./current-user.ts";

/** State of a file or folder to which a calendar writes. */
export interface PlaceCheck {
  readonly exists: boolean;
  /** Reason why the file or folder cannot be written; absent if it can. */
  readonly problem?: string;
}

const kindAt = async (path: string): Promise<"folder" | "file" | undefined> => {
  try {
    return (await stat(path)).isDirectory() ? "folder" : "file";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOTDIR means that a parent is a file. The check of the parents reports this.
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
};

/** True if the user of this process may read and write the file, or create files in the folder. */
const isWritable = async (path: string, kind: "folder" | "file"): Promise<boolean> => {
  try {
    await access(path, kind === "folder" ? constants.W_OK | constants.X_OK : constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Checks that a file or folder can be written, or created with its parent folders. Creates nothing. */
export const checkPlace = async (path: string, wanted: "folder" | "file"): Promise<PlaceCheck> => {
  const place = resolve(path);
  try {
    const kind = await kindAt(place);
    if (kind !== undefined && kind !== wanted)
      return { exists: true, problem: `${place} is a ${kind}, not a ${wanted}` };
    let nearest = place;
    let found = kind;
    while (found === undefined) {
      nearest = dirname(nearest);
      found = await kindAt(nearest);
      if (found === "file") return { exists: false, problem: `${nearest} is a file, not a folder` };
    }
    const exists = kind !== undefined;
    if (await isWritable(nearest, found)) return { exists };
    return { exists, problem: `the user ${currentUser()} may not write to ${nearest}` };
  } catch (error) {
    return { exists: false, problem: (error as NodeJS.ErrnoException).message };
  }
};
