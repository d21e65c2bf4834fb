import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { User } from "./host.ts";

/** Sessions of signed-in users. A real host already has them. */
export interface Sessions {
  /** Returns the id of a new session if the password is correct. */
  signIn(name: unknown, password: unknown): string | undefined;
  signOut(request: IncomingMessage): void;
  /** Returns the user of the session in the request's cookie. */
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
