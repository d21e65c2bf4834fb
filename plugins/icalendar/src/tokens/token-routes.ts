import {
  type Actor,
  CAPABILITIES,
  CalendarError,
  type Contribution,
  can,
  invalidParameter,
  type JsonObject,
  type JsonSchema,
  madeWithOf,
  type ParametersFor,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import { toFeed } from "./feed-address.ts";
import { createFeedTokens, type ShownToken } from "./feed-tokens.ts";
import { CURSOR, FEED, LABEL, LIST, MADE_WITH, MAKE, NO_FEED, PER_PAGE, REVOKE, USER } from "./texts.ts";

const TOKEN: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    user: { type: "integer" },
    feed: { type: "string" },
    label: { type: "string" },
    created: { type: "string" },
    made_with: { type: "string", description: MADE_WITH },
    url: { type: "string", description: "The address with the token. Shown once, to whom makes it." },
  },
  required: ["id", "user", "feed", "label", "created"],
};

const present = ({ id, user, feed, label, created, madeWith }: ShownToken): JsonObject => ({
  ...{ id, user, feed, label },
  created: new Date(created).toISOString(),
  ...(madeWith !== undefined && { made_with: madeWith }),
});

/** Tokens on a page, unless the request says otherwise. */
const PAGE = 100;
const NOTHING = { tokens: [], total: 0 };

interface Listed {
  readonly user: number | undefined;
  readonly per_page: number | undefined;
  readonly cursor: string | undefined;
}

const LISTED: ParametersFor<Listed> = {
  user: { description: USER, type: "integer", documented: { minimum: 1 } },
  per_page: { description: PER_PAGE, type: "integer", documented: { minimum: 1, maximum: 200 } },
  cursor: { description: CURSOR, type: "string" },
};

const isSomebody = ({ id }: Actor): boolean => id !== undefined;
/** Whose tokens somebody may see and revoke: all, or their own. */
const reachOf = (actor: Actor): number | undefined =>
  can(actor, "edit_others", "delete_others") ? undefined : actor.id;

export const withToken = (namespace: string, feed: string, token: string): string =>
  `${namespace}${feed}${feed.includes("?") ? "&" : "?"}token=${token}`;

export const TOKEN_ROUTES: readonly Contribution<PluginRoute>[] = [
  (deps) =>
    pluginRoute<Listed>({
      method: "GET",
      path: "/feed-tokens",
      description: LIST,
      parameters: LISTED,
      schema: {
        type: "object",
        properties: {
          tokens: { type: "array", items: TOKEN },
          total: { type: "integer" },
          next_cursor: { type: ["string", "null"] },
        },
        required: ["tokens", "total", "next_cursor"],
      },
      permits: isSomebody,
      async run({ user, per_page: limit = PAGE, cursor }, { actor }) {
        const reach = reachOf(actor);
        // Callers without the right see no keys and tokens of others.
        const isOther = reach !== undefined && user !== undefined && user !== reach;
        const { tokens, total, ...rest } = isOther
          ? NOTHING
          : await createFeedTokens(deps).list({ user: user ?? reach, limit, cursor });
        const next = "cursor" in rest ? rest.cursor : null;
        return {
          body: { tokens: tokens.map(present), total, next_cursor: next ?? null },
        };
      },
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
      permits: isSomebody,
      issuesCredentials: true,
      secrets: {
        members: ["url"],
        async reread({ id }) {
          const found = await createFeedTokens(deps).show(Number(id));
          return found && present(found);
        },
      },
      async run({ feed: sent, label = "" }, { actor, namespace }) {
        const feed = toFeed(sent);
        if (feed === undefined) throw invalidParameter("feed", { reason: "not-acceptable", text: NO_FEED });
        const { id: user = 0, hostId } = actor;
        const rights = CAPABILITIES.filter((capability) => can(actor, capability));
        const host = hostId === undefined ? {} : { host: { id: hostId, rights } };
        const wanted = { user, feed, label, ...host, ...madeWithOf(actor) };
        const { token, ...made } = await createFeedTokens(deps).add(wanted);
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
