import {
  type Actor,
  CAPABILITIES,
  CalendarError,
  type Contribution,
  can,
  invalidParameter,
  type JsonObject,
  type JsonSchema,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import type { ApiKeysOptions } from "./index.ts";
import { createKeys, SCHEME, type ShownKey } from "./keys.ts";

const KEY: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    user: { type: "integer" },
    label: { type: "string" },
    created: { type: "string" },
    expires: { type: "string" },
    key: { type: "string", description: "Shown once, to whom makes it." },
  },
  required: ["id", "user", "label", "created", "expires"],
};

const toText = (instant: number): string => new Date(instant).toISOString();

const present = ({ id, user, label, created, expires }: ShownKey): JsonObject => ({
  ...{ id, user, label },
  created: toText(created),
  expires: toText(expires),
});

/** Who may see and revoke the keys of others. */
const isAdministrator = (actor: Actor): boolean => can(actor, "edit_others", "delete_others");
const isSomebody = ({ id }: Actor): boolean => id !== undefined;
/** A key that is revoked or has expired must not live on in others that it has made. */
const hasNoKey = (actor: Actor): boolean => isSomebody(actor) && actor.scheme !== SCHEME;

/** Whose keys somebody may see and revoke: all, or their own. */
const reachOf = (actor: Actor): number | undefined => (isAdministrator(actor) ? undefined : actor.id);

const DAYS = {
  description: "For how many days the key holds, 1 to 3,650.",
  type: "integer",
  documented: { minimum: 1, maximum: 3650 },
} as const;

/** Keys of one's own, and to administrators those of others. A key is made for whom asks, so that nobody gets more rights by it. */
export const createRoutes = ({
  days: longest = 365,
}: ApiKeysOptions): readonly Contribution<PluginRoute>[] => [
  (deps) =>
    pluginRoute({
      method: "GET",
      path: "/api-keys",
      description:
        "The API keys of the caller; to whom may edit and delete the records of others, all of them.",
      parameters: {},
      schema: { type: "object", properties: { keys: { type: "array", items: KEY } }, required: ["keys"] },
      permits: isSomebody,
      run: async (_values, { actor }) => ({
        body: { keys: (await createKeys(deps).list(reachOf(actor))).map(present) },
      }),
    }),
  (deps) =>
    pluginRoute<{ readonly label: string; readonly days: number | undefined }>({
      method: "POST",
      path: "/api-keys",
      description: "Makes an API key that stands for the caller, and shows it once.",
      parameters: {
        label: {
          description: "What the key is for.",
          type: "string",
          required: true,
          documented: { maxLength: 200 },
        },
        days: DAYS,
      },
      schema: KEY,
      permits: hasNoKey,
      async run({ label, days = longest }, { actor }) {
        if (label.trim() === "") throw invalidParameter("label", { reason: "empty" });
        const { id: user = 0, hostId } = actor;
        const rights = CAPABILITIES.filter((capability) => can(actor, capability));
        const host = hostId === undefined ? {} : { host: { id: hostId, rights } };
        const made = await createKeys(deps).add({ user, label, days, ...host });
        const created = deps.clock.now();
        const shown = present({ id: made.id, user, label, created, expires: made.expires });
        return { status: 201, body: { ...shown, key: made.key } };
      },
    }),
  (deps) =>
    pluginRoute({
      method: "DELETE",
      path: "/api-keys/{id}",
      description: "Revokes an API key, at once and for every process.",
      parameters: {},
      permits: isSomebody,
      async run(_values, { actor, id = 0 }) {
        if (!(await createKeys(deps).revoke(id, reachOf(actor)))) throw new CalendarError("rest_forbidden");
        return { body: { id, revoked: true } };
      },
    }),
];
