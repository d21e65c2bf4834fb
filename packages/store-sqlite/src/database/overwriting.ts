import type { Connection } from "./connection.ts";

/**
 * What the work removes is overwritten in the file, whatever its length; otherwise that is done where it costs no further writing. The log
 * beside the file holds it until it is emptied, when the last process closes the file.
 */
export const overwriting = <T>(connection: Connection, work: () => T): T => {
  connection.script("PRAGMA secure_delete = ON");
  try {
    return work();
  } finally {
    connection.script("PRAGMA secure_delete = FAST");
  }
};
