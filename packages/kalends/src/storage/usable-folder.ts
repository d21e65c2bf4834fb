import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createFolder } from "@kalends/media";
import { messageOf, OperatorError } from "../operator-error.ts";
import { currentUser } from "./current-user.ts";

/**
 * Creates a folder with its parents and checks that files can be written into it. Rejects with an
 * `OperatorError` that names the folder and the user.
 */
export const requireFolder = async (path: string, purpose: string): Promise<void> => {
  const folder = resolve(path);
  try {
    await createFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError([
      `The folder ${folder} for ${purpose} cannot be created or written by the user ${currentUser()}: ${messageOf(error)}`,
    ]);
  }
};

/** Creates and checks the folder of a file. Does nothing if the file exists. */
export const requireFolderOf = async (file: string, purpose: string): Promise<void> => {
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (!exists) await requireFolder(dirname(resolve(file)), purpose);
};
