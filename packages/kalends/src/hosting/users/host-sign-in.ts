import type { HostSignIn } from "@kalends/http";
import type { Host } from "../host.ts";
import type { Callers } from "./callers.ts";

interface HostSignInDeps {
  readonly host: Pick<Host, "identity" | "signInUrl">;
  readonly callers: Pick<Callers, "usersOf">;
}

/**
 * Returns the sign-in of a host, or `undefined` if the calendar manages its own users. If `usersOf` does not
 * return a user, the name of the user is its id in the host.
 * Source: rules/sign-in.md#sign-in-with-a-host.
 */
export const createHostSignIn = ({ host, callers }: HostSignInDeps): HostSignIn | undefined =>
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
