import type { HostSignIn } from "@kalends/http";
import type { Host } from "../host.ts";

/**
 * Creates the part of a host in signing in. Absent if the calendar manages its own users.
 * Source: rules/sign-in.md#sign-in-with-a-host.
 */
export const createHostSignIn = ({ host }: { readonly host: Host }): HostSignIn | undefined =>
  host.identity === undefined
    ? undefined
    : {
        userOf: async ({ id, hostId = id }) =>
          id === undefined ? undefined : { id, name: String(hostId), displayName: "", email: "" },
      };
