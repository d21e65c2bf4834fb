import type { Actor } from "@kalends/core";
import type { Host } from "../host.ts";
import type { Callers } from "./callers.ts";

/** User of a host as `GET session` shows them. */
export interface HostSessionUser {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly email: string;
}

/** Sign-in where a host manages the users. */
export interface SignInOfHost {
  /** Address of the page where people sign in; absent if the host does not name it. */
  readonly url?: string | undefined;
  /** Returns the user behind a caller; `undefined` for visitors. */
  userOf(actor: Actor): Promise<HostSessionUser | undefined>;
}

interface HostSignInDeps {
  readonly host: Pick<Host, "identity" | "signInUrl">;
  readonly callers: Pick<Callers, "usersOf">;
}

/**
 * Returns the sign-in of a host, or `undefined` if the calendar manages its own users. A user whom `usersOf`
 * does not return has the id in the host as name.
 * Source: rules/sign-in.md#sign-in-with-a-host.
 */
export const createHostSignIn = ({ host, callers }: HostSignInDeps): SignInOfHost | undefined =>
  host.identity === undefined
    ? undefined
    : {
        url: host.signInUrl,
        async userOf({ id, hostId }) {
          if (id === undefined) return undefined;
          const user = (await callers.usersOf([id])).get(id);
          const { name = String(hostId ?? id), displayName = "", email = "" } = user ?? {};
          return { id, name, displayName, email };
        },
      };
