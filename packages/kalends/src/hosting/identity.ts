import type { IncomingMessage } from "node:http";
import { type Actor, ANONYMOUS, type Capability, ROLE_CAPABILITIES, type Role } from "@kalends/core";

/**
 * Somebody who is signed in with the host: `id` is a whole number from 1, the author of what they write. What they may do
 * follows from the host's roles mapped to ours, or from rights given one by one.
 * Source: rules/rights.md#host-identity.
 */
export type Identity =
  | { readonly id: number; readonly roles: readonly Role[] }
  | { readonly id: number; readonly capabilities: Iterable<Capability> };

/** Who sends a request, by the host's own sessions; nothing for visitors. */
export type IdentityOf = (request: IncomingMessage) => Identity | undefined | Promise<Identity | undefined>;

const KNOWN_CAPABILITIES: ReadonlySet<string> = new Set<Capability>([
  ...ROLE_CAPABILITIES.administrator,
  "unfiltered_html",
]);

/**
 * What an identity may do. Roles listed in `unfilteredHtml` may write any HTML. Throws an `Error` that names what is no id,
 * no role and no right: it is the host's mistake, not the caller's.
 */
export const toActor = (identity: Identity | undefined, unfilteredHtml: readonly Role[]): Actor => {
  // Hosts without types may answer null.
  if (identity === undefined || identity === null) return ANONYMOUS;
  if (!Number.isSafeInteger(identity.id) || identity.id < 1) {
    throw new Error(`The identity has the id ${String(identity.id)}, not a whole number from 1.`);
  }
  const capabilities =
    "roles" in identity ? ofRoles(identity.roles, unfilteredHtml) : [...identity.capabilities];
  const unknown = capabilities.find((capability) => !KNOWN_CAPABILITIES.has(capability));
  if (unknown !== undefined) throw new Error(`The identity has "${unknown}", which is no right.`);
  return { id: identity.id, capabilities: new Set(capabilities) };
};

const ofRoles = (roles: readonly Role[], unfilteredHtml: readonly Role[]): readonly Capability[] =>
  roles.flatMap((role) => {
    if (!Object.hasOwn(ROLE_CAPABILITIES, role))
      throw new Error(`The identity has "${role}", which is no role.`);
    return unfilteredHtml.includes(role)
      ? [...ROLE_CAPABILITIES[role], "unfiltered_html"]
      : ROLE_CAPABILITIES[role];
  });
