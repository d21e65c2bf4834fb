import {
  type Actor,
  CAPABILITIES,
  CalendarError,
  can,
  invalidParameter,
  type JsonObject,
  type JsonSchema,
  madeWithOf,
  type ParametersFor,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import type { ApiKeysOptions } from "./index.ts";
import type { KeyInfo, Keys } from "./keys.ts";
import { english } from "./texts.ts";

const KEY: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    user: { type: "integer" },
    label: { type: "string" },
    created: { type: "string" },
    expires: { type: "string" },
    scopes: { type: "array", items: { type: "string" }, description: english("parameter.scopes") },
    made_with: { type: "string", description: english("key.made_with") },
    key: { type: "string", description: english("key.key") },
  },
  required: ["id", "user", "label", "created", "expires"],
};

const toText = (instant: number): string => new Date(instant).toISOString();

const present = ({ id, user, label, scopes, created, expires, madeWith }: KeyInfo): JsonObject => ({
  ...{ id, user, label },
  created: toText(created),
  expires: toText(expires),
  ...(scopes !== undefined && { scopes }),
  ...(madeWith !== undefined && { made_with: madeWith }),
});

/** True if the actor may see and revoke API keys of other users, as administrators and editors may. */
const isAdministrator = (actor: Actor): boolean => can(actor, "edit_others", "delete_others");
const isSignedIn = ({ id }: Actor): boolean => id !== undefined;
/**
 * Returns the user id to which the actor's view of keys is limited. Returns `undefined` for actors who may
 * edit and delete the records of others (administrators and editors); they see the keys of all users.
 */
const visibleUserOf = (actor: Actor): number | undefined => (isAdministrator(actor) ? undefined : actor.id);

const DAYS = {
  description: english("parameter.days"),
  type: "integer",
  documented: { minimum: 1, maximum: 3650 },
} as const;

/** Number of keys on a page if the request has no `per_page`. */
const DEFAULT_PAGE_SIZE = 100;
const NOTHING = { keys: [], total: 0 };

interface NewKeyValues {
  readonly label: string;
  readonly days: number | undefined;
  readonly scopes: readonly "accounts"[] | undefined;
}

const SCOPES: ParametersFor<NewKeyValues>["scopes"] = {
  description: english("parameter.scopes"),
  documented: { type: "array", items: { type: "string" }, maxItems: 1 },
  resolve(raw) {
    const entries: readonly unknown[] = [raw].flat();
    return entries.every((entry) => entry === "accounts")
      ? { value: entries.length === 0 ? [] : ["accounts"] }
      : { problem: { reason: "not-one-of", values: { names: "accounts" } } };
  },
};

/**
 * True if the actor may create keys with the scope `accounts`. The actor needs a session, or an application
 * password with this scope.
 */
const hasScope = ({ credential }: Actor): boolean =>
  credential?.kind === "session" ||
  (credential?.kind === "password" && (credential.scopes?.includes("accounts") ?? false));

interface ListValues {
  readonly user: number | undefined;
  readonly per_page: number | undefined;
  readonly cursor: string | undefined;
}

const LIST_PARAMETERS: ParametersFor<ListValues> = {
  user: { description: english("parameter.user"), type: "integer", documented: { minimum: 1 } },
  per_page: {
    description: english("parameter.per_page"),
    type: "integer",
    documented: { minimum: 1, maximum: 200 },
  },
  cursor: { description: english("parameter.cursor"), type: "string" },
};

/**
 * Creates the routes for API keys. Users create, list and revoke their own keys. Administrators and editors
 * can also list and revoke keys of other users. A key always belongs to the user who creates it, so creating
 * a key never gives anyone more rights.
 */
export const createRoutes = (
  { days: defaultDays = 365 }: ApiKeysOptions,
  keys: Keys,
): readonly PluginRoute[] => [
  pluginRoute<ListValues>({
    method: "GET",
    path: "/api-keys",
    description: english("operation.list"),
    parameters: LIST_PARAMETERS,
    schema: {
      type: "object",
      properties: {
        keys: { type: "array", items: KEY },
        total: { type: "integer" },
        next_cursor: { type: ["string", "null"] },
      },
      required: ["keys", "total", "next_cursor"],
    },
    permits: isSignedIn,
    async run({ user, per_page: limit = DEFAULT_PAGE_SIZE, cursor }, { actor }) {
      const visibleUser = visibleUserOf(actor);
      // A caller who sees only their own keys and asks for those of another user gets an empty list.
      const isOther = visibleUser !== undefined && user !== undefined && user !== visibleUser;
      const {
        keys: found,
        total,
        ...rest
      } = isOther ? NOTHING : await keys.list({ user: user ?? visibleUser, limit, cursor });
      const next = "cursor" in rest ? rest.cursor : null;
      return {
        body: { keys: found.map(present), total, next_cursor: next ?? null },
      };
    },
  }),
  pluginRoute<NewKeyValues>({
    method: "POST",
    path: "/api-keys",
    description: english("operation.create"),
    parameters: {
      label: {
        description: english("parameter.label"),
        type: "string",
        required: true,
        documented: { maxLength: 200 },
      },
      days: DAYS,
      scopes: SCOPES,
    },
    schema: KEY,
    permits: isSignedIn,
    issuesCredentials: true,
    secrets: {
      members: ["key"],
      async reread({ id }) {
        const found = await keys.show(Number(id));
        return found && present(found);
      },
    },
    async run({ label, days = defaultDays, scopes = [] }, { actor }) {
      if (scopes.length > 0 && !hasScope(actor)) throw new CalendarError("rest_forbidden");
      if (label.trim() === "") throw invalidParameter("label", { reason: "empty" });
      const { id: user = 0, hostId } = actor;
      const rights = CAPABILITIES.filter((capability) => can(actor, capability));
      const host = hostId === undefined ? {} : { host: { id: hostId, rights } };
      const given = scopes.length > 0 ? { scopes } : {};
      const wanted = { user, label, days, ...given, ...host, ...madeWithOf(actor) };
      const { key, ...shown } = await keys.add(wanted);
      return { status: 201, body: { ...present(shown), key } };
    },
  }),
  pluginRoute({
    method: "DELETE",
    path: "/api-keys/{id}",
    description: english("operation.revoke"),
    parameters: {},
    permits: isSignedIn,
    async run(_values, { actor, id = 0 }) {
      if (!(await keys.revoke(id, visibleUserOf(actor)))) throw new CalendarError("rest_forbidden");
      return { body: { id, revoked: true } };
    },
  }),
];
