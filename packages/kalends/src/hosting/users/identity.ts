import type { IncomingMessage } from "node:http";
import { type Actor, ANONYMOUS, ROLE_CAPABILITIES, type Role } from "@kalends/core";
import { CAPABILITIES, type Capabilities, type Capability } from "@kalends/core/interface";
import { type HostId, type HostUsers, toHostId } from "./host-users.ts";

/**
 * User who is signed in to the host application. Records that the user writes have `id` as their author.
 * Rights follow from roles, from a list of rights, or from `can`. `can` is called once for each right that a
 * request needs.
 * Source: rules/rights.md#host-identity.
 */
export type Identity =
  | { readonly id: HostId; readonly roles: readonly Role[] }
  | { readonly id: HostId; readonly capabilities: Iterable<Capability> }
  | { readonly id: HostId; can(capability: Capability): boolean };

/** Caller of an operation; `undefined` or `null` means an anonymous visitor. */
export type Caller = Identity | null | undefined;

/**
 * Identifies the caller of a request with the host's own sessions. Returns `undefined` or `null` for an
 * anonymous visitor.
 */
export type IdentityOf = (request: IncomingMessage) => Caller | Promise<Caller>;

const KNOWN_CAPABILITIES: ReadonlySet<string> = new Set(CAPABILITIES);

/** Content of an identity, before the user number is known. */
interface Claims {
  readonly id: HostId;
  readonly capabilities: Capabilities;
}

/**
 * Validates an identity and returns its content. Returns `undefined` for an anonymous visitor. Roles in
 * `unfilteredHtml` may store any HTML. Throws an `Error` for an invalid id, role or right, which is a mistake
 * of the host application.
 */
export const toClaims = (identity: Caller, unfilteredHtml: readonly Role[]): Claims | undefined => {
  if (identity === undefined || identity === null) return undefined;
  // Check the value, because a host without TypeScript may return anything.
  const problem = problemOfForm(identity);
  if (problem !== undefined) throw new Error(`The identity ${problem}. ${FORMS}`);
  const id = toHostId(identity.id);
  if ("can" in identity) return { id, capabilities: cachedCapabilities(identity) };
  const capabilities =
    "roles" in identity ? ofRoles(identity.roles, unfilteredHtml) : [...identity.capabilities];
  const unknown = capabilities.find((capability) => !KNOWN_CAPABILITIES.has(capability));
  if (unknown !== undefined)
    throw new Error(
      `The identity has "${unknown}", which is not a right; rights: ${CAPABILITIES.join(", ")}.`,
    );
  return { id, capabilities: new Set(capabilities) };
};

const FORMS =
  'Accepted forms: { id, roles: ["editor"] }, { id, capabilities: ["edit"] }, { id, can: (capability) => boolean }, and undefined or null for visitors.';

const isText = (value: unknown): boolean => typeof value === "string";

/**
 * Returns the problem with the form of an identity; `undefined` if the form is valid. The problem does not
 * quote values, because they may be secret.
 */
const problemOfForm = (identity: unknown): string | undefined => {
  if (typeof identity !== "object" || identity === null) return `is a ${typeof identity}, not an object`;
  if (Array.isArray(identity)) return "is a list, not an object";
  const { can, roles, capabilities }: { readonly [Member in "can" | "roles" | "capabilities"]?: unknown } =
    identity;
  if ("can" in identity) return typeof can === "function" ? undefined : "has a can that is not a function";
  if ("roles" in identity)
    return Array.isArray(roles) && roles.every(isText) ? undefined : "has roles that are not a list of texts";
  if ("capabilities" in identity) {
    const isList =
      typeof capabilities === "object" && capabilities !== null && Symbol.iterator in capabilities;
    return isList ? undefined : "has capabilities that are not a list";
  }
  const members = Object.keys(identity).join(", ") || "none";
  return `has neither roles nor capabilities nor can; its members: ${members}`;
};

/**
 * Returns the user of an identity with the user's rights. Rejects with the errors of `toClaims` and
 * `HostUsers.numberOf`.
 */
export type ToActor = (identity: Caller) => Promise<Actor>;

export const createToActor =
  (users: Pick<HostUsers, "numberOf">, unfilteredHtml: readonly Role[]): ToActor =>
  async (identity) => {
    const claims = toClaims(identity, unfilteredHtml);
    if (claims === undefined) return ANONYMOUS;
    const { id, capabilities } = claims;
    return { id: await users.numberOf(id), hostId: id, capabilities };
  };

/**
 * Returns rights that call `can` when a right is needed for the first time. A result other than true or
 * false, such as a promise, causes an `Error`, because a promise would count as true and grant the right.
 */
const cachedCapabilities = (identity: Extract<Identity, { can: unknown }>): Capabilities => {
  const answers = new Map<Capability, boolean>();
  return {
    has(capability) {
      const known = answers.get(capability);
      if (known !== undefined) return known;
      const answer: unknown = identity.can(capability);
      if (typeof answer !== "boolean") {
        throw new Error(`The function can of the identity must return true or false for ${capability}.`);
      }
      answers.set(capability, answer);
      return answer;
    },
  };
};

const ofRoles = (roles: readonly Role[], unfilteredHtml: readonly Role[]): readonly Capability[] =>
  roles.flatMap((role) => {
    if (!Object.hasOwn(ROLE_CAPABILITIES, role))
      throw new Error(
        `The identity has "${role}", which is not a role; roles: ${Object.keys(ROLE_CAPABILITIES).join(", ")}.`,
      );
    return unfilteredHtml.includes(role)
      ? [...ROLE_CAPABILITIES[role], "unfiltered_html"]
      : ROLE_CAPABILITIES[role];
  });
