import { userInfo } from "node:os";

/** The user of this process, for messages; its number where the system has no name for it. */
export const currentUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "of this process");
  }
};
