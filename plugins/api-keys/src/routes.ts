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
    made_with: { type: "string", description: english("key.made_with") },
    key: { type: "string", description: english("key.key") },
  },
  required: ["id", "user", "label", "created", "expires"],
};

const toText = (instant: number): string => new Date(instant).toISOString();

const present = ({ id, user, label, created, expires, madeWith }: KeyInfo): JsonObject => ({
  ...{ id, user, label },
  created: toText(created),
  expires: toText(expires),
  ...(madeWith !== undefined && { made_with: madeWith }),
});

/** True if the actor may see and revoke the keys of others. */
const isAdministrator = (actor: Actor): boolean => can(actor, "edit_others", "delete_others");
const isSignedIn = ({ id }: Actor): boolean => id !== undefined;
/** Returns the user whose keys the actor may see and revoke; `undefined` for all users. */
const visibleUserOf = (actor: Actor): number | undefined => (isAdministrator(actor) ? undefined : actor.id);

const DAYS = {
  description: english("parameter.days"),
  type: "integer",
  documented: { minimum: 1, maximum: 3650 },
} as const;

/** Default number of keys on a page. */
const DEFAULT_PAGE_SIZE = 100;
const NOTHING = { keys: [], total: 0 };

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
 * Creates the routes of API keys. Users manage their own keys; administrators also see and revoke those of
 * others. Keys are always created for the caller, so they never widen rights.
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
      // Callers without the right do not see keys of other users.
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
  pluginRoute<{ readonly label: string; readonly days: number | undefined }>({
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
    async run({ label, days = defaultDays }, { actor }) {
      if (label.trim() === "") throw invalidParameter("label", { reason: "empty" });
      const { id: user = 0, hostId } = actor;
      const rights = CAPABILITIES.filter((capability) => can(actor, capability));
      const host = hostId === undefined ? {} : { host: { id: hostId, rights } };
      const wanted = { user, label, days, ...host, ...madeWithOf(actor) };
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
