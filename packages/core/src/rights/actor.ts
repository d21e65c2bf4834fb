/** What an actor may do, for events, venues and organizers alike. Source: rules/rights.md#capabilities. */
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
  | "read_audit";

export type Role = "administrator" | "editor" | "author" | "contributor" | "subscriber";

export const ROLES: readonly Role[] = ["administrator", "editor", "author", "contributor", "subscriber"];

/** What somebody may do: a set, or what asks a host once for each capability that it is asked for. */
export interface Capabilities {
  has(capability: Capability): boolean;
}

/** Credential of an account that has authenticated a request. Source: rules/rights.md#credentials. */
export type UsedCredential =
  | {
      /** An application password, or an API token `id.secret`. */
      readonly kind: "password" | "token";
      /** Unique over all accounts. */
      readonly id: string;
      readonly label: string;
    }
  | { readonly kind: "jwt" };

/** The caller and what they may do. */
export interface Actor {
  /** User id from 1; `undefined` for anonymous callers. */
  readonly id?: number;
  /** The name of the plugin that acts as itself, with rights of its own and no id. */
  readonly plugin?: string;
  /** The task for which the plugin acts, such as one of its subscriptions. */
  readonly task?: string;
  /** What a host with users of its own calls them; absent for accounts of the calendar. */
  readonly hostId?: number | string;
  /** The name of the plugin's scheme that has authenticated the request, if one has. */
  readonly scheme?: string;
  /** Absent for visitors, for users of a host, and where a plugin's scheme has authenticated the request. */
  readonly credential?: UsedCredential;
  readonly capabilities: Capabilities;
}

/** Whom work and places are counted for: a user by id, a plugin by its name, a task of it by both. `undefined`: visitors. */
export type WorkAccount = number | string | undefined;

export const workAccountOf = ({
  id,
  plugin,
  task,
}: Pick<Actor, "id" | "plugin" | "task"> = {}): WorkAccount =>
  id ?? (plugin !== undefined && task !== undefined ? `${plugin}/${task}` : plugin);

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

/** The capabilities of each role; `unfiltered_html` is configured (rules/rights.md#unfiltered-html). */
export const ROLE_CAPABILITIES: Readonly<Record<Role, readonly Capability[]>> = {
  administrator: [...EDITOR, "read_audit"],
  editor: EDITOR,
  author: AUTHOR,
  contributor: CONTRIBUTOR,
  subscriber: [],
};

/** Whom somebody may be answered as without being a user: a visitor, or somebody with a role. */
export type ActorRole = "anonymous" | Role;

/** Somebody with the rights of the role and no records of their own; `undefined`: there is no such role. */
export const actorOf = (role: ActorRole): Actor | undefined => {
  if (role === "anonymous") return ANONYMOUS;
  return Object.hasOwn(ROLE_CAPABILITIES, role)
    ? { capabilities: new Set(ROLE_CAPABILITIES[role]) }
    : undefined;
};

/** Every capability there is. */
export const CAPABILITIES: readonly Capability[] = [...EDITOR, "unfiltered_html", "read_audit"];

/** Whether the actor has all these capabilities. */
export const can = (actor: Actor, ...capabilities: readonly Capability[]): boolean =>
  capabilities.every((capability) => actor.capabilities.has(capability));

/**
 * True if the actor may create credentials, webhooks and the like, which act for their creator later. Keys, feed tokens and API tokens
 * may not: what they create would outlive them. Source: rules/rights.md#issued-credentials.
 */
export const mayIssueCredentials = ({ id, scheme, credential }: Actor): boolean =>
  id !== undefined && scheme === undefined && credential?.kind !== "token";
