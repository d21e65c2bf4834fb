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
import { toFeed } from "./feed-address.ts";
import { createFeedTokens, SCHEME, type ShownToken } from "./feed-tokens.ts";
import { FEED, LABEL, LIST, MAKE, NO_FEED, REVOKE } from "./texts.ts";

const TOKEN: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    user: { type: "integer" },
    feed: { type: "string" },
    label: { type: "string" },
    created: { type: "string" },
    url: { type: "string", description: "The address with the token. Shown once, to whom makes it." },
  },
  required: ["id", "user", "feed", "label", "created"],
};

const present = ({ id, user, feed, label, created }: ShownToken): JsonObject => ({
  ...{ id, user, feed, label },
  created: new Date(created).toISOString(),
});

const isSomebody = ({ id }: Actor): boolean => id !== undefined;
/** Whose tokens somebody may see and revoke: all, or their own. */
const reachOf = (actor: Actor): number | undefined =>
  can(actor, "edit_others", "delete_others") ? undefined : actor.id;

export const withToken = (namespace: string, feed: string, token: string): string =>
  `${namespace}${feed}${feed.includes("?") ? "&" : "?"}token=${token}`;

export const TOKEN_ROUTES: readonly Contribution<PluginRoute>[] = [
  (deps) =>
    pluginRoute({
      method: "GET",
      path: "/feed-tokens",
      description: LIST,
      parameters: {},
      schema: {
        type: "object",
        properties: { tokens: { type: "array", items: TOKEN } },
        required: ["tokens"],
      },
      permits: isSomebody,
      run: async (_values, { actor }) => ({
        body: { tokens: (await createFeedTokens(deps).list(reachOf(actor))).map(present) },
      }),
    }),
  (deps) =>
    pluginRoute<{ readonly feed: string; readonly label: string | undefined }>({
      method: "POST",
      path: "/feed-tokens",
      description: MAKE,
      parameters: {
        feed: {
          description: FEED,
          type: "string",
          required: true,
          documented: { maxLength: 1_000, example: "/events.ics?categories=music" },
        },
        label: { description: LABEL, type: "string", documented: { maxLength: 200 } },
      },
      schema: TOKEN,
      // What a token opens is no way to further ones.
      permits: (actor) => isSomebody(actor) && actor.scheme !== SCHEME,
      async run({ feed: sent, label = "" }, { actor, namespace }) {
        const feed = toFeed(sent);
        if (feed === undefined) throw invalidParameter("feed", { reason: "not-acceptable", text: NO_FEED });
        const { id: user = 0, hostId } = actor;
        const rights = CAPABILITIES.filter((capability) => can(actor, capability));
        const host = hostId === undefined ? {} : { host: { id: hostId, rights } };
        const { token, ...made } = await createFeedTokens(deps).add({ user, feed, label, ...host });
        return { status: 201, body: { ...present(made), url: withToken(namespace, feed, token) } };
      },
    }),
  (deps) =>
    pluginRoute({
      method: "DELETE",
      path: "/feed-tokens/{id}",
      description: REVOKE,
      parameters: {},
      permits: isSomebody,
      async run(_values, { actor, id = 0 }) {
        if (!(await createFeedTokens(deps).revoke(id, reachOf(actor))))
          throw new CalendarError("rest_forbidden");
        return { body: { id, revoked: true } };
      },
    }),
];
