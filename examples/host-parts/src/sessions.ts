import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { User } from "./host.ts";

/** Sessions of signed-in users. A real host application already has sessions of its own. */
export interface Sessions {
  /**
   * Creates a session if the password is correct. Returns its id, or `undefined` for a wrong name or
   * password.
   */
  signIn(name: unknown, password: unknown): string | undefined;
  signOut(request: IncomingMessage): void;
  /** Returns the user whose session the cookie of the request names. */
  userOf(request: IncomingMessage): User | undefined;
}

export const createSessions = (users: readonly User[]): Sessions => {
  const open = new Map<string, User>();
  const idOf = ({ headers }: IncomingMessage): string =>
    /(?:^|;\s*)session=([^;]*)/.exec(headers.cookie ?? "")?.[1] ?? "";
  return {
    signIn(name, password) {
      const user = users.find((known) => known.name === name && known.password === password);
      if (user === undefined) return undefined;
      const id = randomUUID();
      open.set(id, user);
      return id;
    },
    signOut: (request) => void open.delete(idOf(request)),
    userOf: (request) => open.get(idOf(request)),
  };
};
