import { userInfo } from "node:os";

/**
 * Returns the name of the user who runs this process, for messages. Returns the user id if the system has no
 * name for the user.
 */
export const currentUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "of this process");
  }
};
