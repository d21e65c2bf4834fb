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
  | "manage_accounts"
  | "manage_settings";

/**
 * Role of an account, or of a user of the host application. docs/reference/roles.md lists the rights of each
 * role.
 */
export type Role = "administrator" | "editor" | "author" | "contributor" | "subscriber";

/** Names of all roles. */
export const ROLES: readonly Role[] = ["administrator", "editor", "author", "contributor", "subscriber"];

/** Rights of an actor: a set, or an object that queries the host application once for each capability. */
export interface Capabilities {
  has(capability: Capability): boolean;
}

/** Account credential with which the caller signed in. Source: rules/rights.md#credentials. */
export type UsedCredential =
  | {
      /** `password` for an application password, `token` for an API token of the form `id.secret`. */
      readonly kind: "password" | "token";
      /** Id of the credential, unique over all accounts. */
      readonly id: string;
      readonly label: string;
      /** Additional rights of the credential, such as `accounts`. */
      readonly scopes?: readonly CredentialScope[];
    }
  | { readonly kind: "jwt" }
  | {
      readonly kind: "session";
      /** Id of the session: the digest of its token. */
      readonly id: string;
      /**
       * Times in milliseconds since 1970. `expires` is the end of the session if it is not used again;
       * `confirmed` is the last proof of identity.
       */
      readonly expires: number;
      readonly confirmed: number;
    };

/** Caller of an operation, with the caller's rights. */
export interface Actor {
  /** User id, from 1. Absent for visitors, plugins and the actors that `actorOf` returns. */
  readonly id?: number;
  /**
   * Name of the plugin, if a plugin acts on its own behalf (`PluginCalendar.asPlugin`). The actor then has
   * the plugin's rights and no user id.
   */
  readonly plugin?: string;
  /** Task for which the plugin acts, such as one of its subscriptions. */
  readonly task?: string;
  /** Id of the user in the host application. Absent if the user has an account of the calendar. */
  readonly hostId?: number | string;
  /** Name of the plugin's authentication scheme that authenticated the request. Absent if no plugin did. */
  readonly scheme?: string;
  /**
   * Credential with which the caller signed in. Absent for visitors, users of a host application and plugins,
   * and if a plugin's scheme authenticated the request.
   */
  readonly credential?: UsedCredential;
  readonly capabilities: Capabilities;
}

/**
 * Key under which expensive work of an actor is counted and limited. It is a user id, a plugin name, or
 * `plugin/task` for a task of a plugin. `undefined` for visitors.
 */
export type WorkAccount = number | string | undefined;

export const workAccountOf = ({
  id,
  plugin,
  task,
}: Pick<Actor, "id" | "plugin" | "task"> = {}): WorkAccount =>
  id ?? (plugin !== undefined && task !== undefined ? `${plugin}/${task}` : plugin);

/** Visitor who is not signed in: an actor without id and rights. */
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
 * Capabilities of each role. No role includes `unfiltered_html`; the configuration grants it
 * (rules/rights.md#unfiltered-html).
 */
export const ROLE_CAPABILITIES: Readonly<Record<Role, readonly Capability[]>> = {
  administrator: [...EDITOR, "read_audit", "manage_accounts", "manage_settings"],
  editor: EDITOR,
  author: AUTHOR,
  contributor: CONTRIBUTOR,
  subscriber: [],
};

/** Role that an actor without a user id can have; `anonymous` is a visitor. */
export type ActorRole = "anonymous" | Role;

/**
 * Returns an actor with the rights of a role and without a user id, so no record is its own. Returns
 * `undefined` for an unknown role.
 */
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
  "manage_settings",
];

/** True if the actor has every one of these capabilities. */
export const can = (actor: Actor, ...capabilities: readonly Capability[]): boolean =>
  capabilities.every((capability) => actor.capabilities.has(capability));

/**
 * True if the actor may create credentials, webhooks and other things that later act with the creator's
 * rights.
 * Callers without a user id may not. Neither may callers who signed in with an API token, or by the scheme of
 * a plugin, such as an API key. Their creations would stay valid after the key or token is revoked.
 * Source: rules/rights.md#issued-credentials.
 */
export const mayIssueCredentials = ({ id, scheme, credential }: Actor): boolean =>
  id !== undefined && scheme === undefined && credential?.kind !== "token";
