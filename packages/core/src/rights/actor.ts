import type { CredentialScope } from "../model/account.ts";

/** A right of an actor, the same for events, venues and organizers. Source: rules/rights.md#capabilities. */
export type Capability =
  | "read_private"
  | "edit"
  | "edit_published"
  | "edit_others"
  | "publish"
  | "delete"
  | "delete_published"
  | "delete_others"
  | "upload"
  | "manage_categories"
  | "manage_tags"
  | "unfiltered_html"
  | "read_audit"
  | "manage_accounts";

/** Role of an account or of a host's user; docs/reference/roles.md lists the rights of each. */
export type Role = "administrator" | "editor" | "author" | "contributor" | "subscriber";

/** All roles. */
export const ROLES: readonly Role[] = ["administrator", "editor", "author", "contributor", "subscriber"];

/** Capabilities of an actor: a set, or an object that asks the host once for each capability. */
export interface Capabilities {
  has(capability: Capability): boolean;
}

/** Credential of an account that authenticated a request. Source: rules/rights.md#credentials. */
export type UsedCredential =
  | {
      /** Application password, or API token `id.secret`. */
      readonly kind: "password" | "token";
      /** Unique over all accounts. */
      readonly id: string;
      readonly label: string;
      /** Additional rights; see `StoredCredential.scopes`. */
      readonly scopes?: readonly CredentialScope[];
    }
  | { readonly kind: "jwt" }
  | {
      readonly kind: "session";
      /** Digest of its token. */
      readonly id: string;
      /** Times in milliseconds since 1970: end of the session without further use, and last proof of identity. */
      readonly expires: number;
      readonly confirmed: number;
    };

/** Caller of an operation, with their rights. */
export interface Actor {
  /** User id from 1; absent for anonymous callers. */
  readonly id?: number;
  /** Name of the plugin that acts as itself, with rights of its own and without a user id. */
  readonly plugin?: string;
  /** Task for which the plugin acts, such as one of its subscriptions. */
  readonly task?: string;
  /** Id of the user in the host application; absent for accounts of the calendar. */
  readonly hostId?: number | string;
  /** Name of the plugin's authentication scheme that authenticated the request, if any. */
  readonly scheme?: string;
  /** Absent for visitors, users of a host application, and requests authenticated by a plugin's scheme. */
  readonly credential?: UsedCredential;
  readonly capabilities: Capabilities;
}

/**
 * Account that work and places are counted for: a user by id, a plugin by name, or a task as `plugin/task`.
 * `undefined` for visitors.
 */
export type WorkAccount = number | string | undefined;

export const workAccountOf = ({
  id,
  plugin,
  task,
}: Pick<Actor, "id" | "plugin" | "task"> = {}): WorkAccount =>
  id ?? (plugin !== undefined && task !== undefined ? `${plugin}/${task}` : plugin);

/** A visitor: no id and no rights. */
export const ANONYMOUS: Actor = { capabilities: new Set() };

const CONTRIBUTOR: readonly Capability[] = ["edit", "delete"];
const AUTHOR: readonly Capability[] = [
  ...CONTRIBUTOR,
  "edit_published",
  "delete_published",
  "publish",
  "upload",
  "manage_categories",
];
const EDITOR: readonly Capability[] = [
  ...AUTHOR,
  "read_private",
  "edit_others",
  "delete_others",
  "manage_tags",
];

/**
 * Capabilities of each role; `unfiltered_html` is granted by configuration (rules/rights.md#unfiltered-html).
 */
export const ROLE_CAPABILITIES: Readonly<Record<Role, readonly Capability[]>> = {
  administrator: [...EDITOR, "read_audit", "manage_accounts"],
  editor: EDITOR,
  author: AUTHOR,
  contributor: CONTRIBUTOR,
  subscriber: [],
};

/** A visitor, or a role without a user. */
export type ActorRole = "anonymous" | Role;

/** Returns an actor with the rights of the role and without own records; `undefined` for an unknown role. */
export const actorOf = (role: ActorRole): Actor | undefined => {
  if (role === "anonymous") return ANONYMOUS;
  return Object.hasOwn(ROLE_CAPABILITIES, role)
    ? { capabilities: new Set(ROLE_CAPABILITIES[role]) }
    : undefined;
};

/** All capabilities. */
export const CAPABILITIES: readonly Capability[] = [
  ...EDITOR,
  "unfiltered_html",
  "read_audit",
  "manage_accounts",
];

/** True if the actor has all these capabilities. */
export const can = (actor: Actor, ...capabilities: readonly Capability[]): boolean =>
  capabilities.every((capability) => actor.capabilities.has(capability));

/**
 * True if the actor may create credentials, webhooks and the like, which act for their creator later. Keys,
 * feed tokens and API tokens may not, because what they create would outlive them.
 * Source: rules/rights.md#issued-credentials.
 */
export const mayIssueCredentials = ({ id, scheme, credential }: Actor): boolean =>
  id !== undefined && scheme === undefined && credential?.kind !== "token";
