import { userInfo } from "node:os";

/**
 * Returns the name of the user of this process for messages, or the user id if the system has no name for it.
 */
export const currentUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "of this process");
  }
};
