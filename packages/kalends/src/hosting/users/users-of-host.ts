import type { Logger } from "@kalends/core";
import type { Host } from "../host.ts";
import { type HostId, type HostUsers, toHostId } from "./host-users.ts";

/** Person in the host application, as interfaces show them. */
export interface UserOfHost {
  /** Id that `identity` returns. */
  readonly id: HostId;
  /** Name such as `ann`. */
  readonly name: string;
  /** Full name such as `Ann Lee`. */
  readonly displayName?: string;
  readonly email?: string;
}

/** Returns the users of the host with these numbers, as far as the host knows them. */
export type UsersOfHost = (numbers: Iterable<number>) => Promise<ReadonlyMap<number, UserOfHost>>;

interface UsersOfHostDeps {
  readonly host: Pick<Host, "usersOf">;
  readonly users: HostUsers;
  readonly logger: Pick<Logger, "warn">;
}

const isUser = (value: unknown): value is UserOfHost =>
  typeof value === "object" &&
  value !== null &&
  typeof Reflect.get(value, "name") === "string" &&
  ["displayName", "email"].every((name) => ["string", "undefined"].includes(typeof Reflect.get(value, name)));

/**
 * Creates the function that reads users of the host. If `usersOf` fails or returns invalid values, the
 * function logs a warning and returns no users, so only their names are missing.
 * Source: rules/rights.md#host-names.
 */
export const createUsersOfHost =
  ({ host, users, logger }: UsersOfHostDeps): UsersOfHost =>
  async (numbers) => {
    const found = new Map<number, UserOfHost>();
    if (host.usersOf === undefined) return found;
    try {
      const ids = await users.hostIdsOf(numbers);
      if (ids.size === 0) return found;
      const known = new Map<HostId, UserOfHost>();
      for (const user of await host.usersOf([...ids.values()])) {
        if (!isUser(user)) throw new Error("usersOf must return a list of { id, name, displayName, email }.");
        known.set(toHostId(user.id), user);
      }
      for (const [number, id] of ids) {
        const user = known.get(id);
        if (user !== undefined) found.set(number, user);
      }
      return found;
    } catch (error) {
      logger.warn("The host's usersOf failed; names are left out", { error });
      return found;
    }
  };
