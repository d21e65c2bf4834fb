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
import { english } from "../texts.ts";
import { toFeed } from "./feed-address.ts";
import type { FeedTokens, TokenInfo } from "./feed-tokens.ts";

const TOKEN: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    user: { type: "integer" },
    feed: { type: "string" },
    label: { type: "string" },
    created: { type: "string" },
    made_with: { type: "string", description: english("token.made_with") },
    url: { type: "string", description: english("token.url") },
  },
  required: ["id", "user", "feed", "label", "created"],
};

const present = ({ id, user, feed, label, created, madeWith }: TokenInfo): JsonObject => ({
  ...{ id, user, feed, label },
  created: new Date(created).toISOString(),
  ...(madeWith !== undefined && { made_with: madeWith }),
});

/** Number of tokens on a page if the request has no `per_page`. */
const DEFAULT_PAGE_SIZE = 100;
const NOTHING = { tokens: [], total: 0 };

interface ListValues {
  readonly user: number | undefined;
  readonly per_page: number | undefined;
  readonly cursor: string | undefined;
}

const LIST_PARAMETERS: ParametersFor<ListValues> = {
  user: { description: english("token.user"), type: "integer", documented: { minimum: 1 } },
  per_page: {
    description: english("token.per_page"),
    type: "integer",
    documented: { minimum: 1, maximum: 200 },
  },
  cursor: { description: english("token.cursor"), type: "string" },
};

const isSignedIn = ({ id }: Actor): boolean => id !== undefined;
/**
 * Returns the user id to which the actor's view of tokens is limited. Returns `undefined` for actors who may
 * edit and delete the records of others (administrators and editors); they see the tokens of all users.
 */
const visibleUserOf = (actor: Actor): number | undefined =>
  can(actor, "edit_others", "delete_others") ? undefined : actor.id;

export const withToken = (namespace: string, feed: string, token: string): string =>
  `${namespace}${feed}${feed.includes("?") ? "&" : "?"}token=${token}`;

export const createTokenRoutes = (feedTokens: FeedTokens): readonly PluginRoute[] => [
  pluginRoute<ListValues>({
    method: "GET",
    path: "/feed-tokens",
    description: english("token.list"),
    parameters: LIST_PARAMETERS,
    schema: {
      type: "object",
      properties: {
        tokens: { type: "array", items: TOKEN },
        total: { type: "integer" },
        next_cursor: { type: ["string", "null"] },
      },
      required: ["tokens", "total", "next_cursor"],
    },
    permits: isSignedIn,
    async run({ user, per_page: limit = DEFAULT_PAGE_SIZE, cursor }, { actor }) {
      const visibleUser = visibleUserOf(actor);
      // A caller who sees only their own tokens and asks for those of another user gets an empty list.
      const isOther = visibleUser !== undefined && user !== undefined && user !== visibleUser;
      const { tokens, total, ...rest } = isOther
        ? NOTHING
        : await feedTokens.list({ user: user ?? visibleUser, limit, cursor });
      const next = "cursor" in rest ? rest.cursor : null;
      return {
        body: { tokens: tokens.map(present), total, next_cursor: next ?? null },
      };
    },
  }),
  pluginRoute<{ readonly feed: string; readonly label: string | undefined }>({
    method: "POST",
    path: "/feed-tokens",
    description: english("token.create"),
    parameters: {
      feed: {
        description: english("token.feed"),
        type: "string",
        required: true,
        documented: { maxLength: 1_000, example: "/events.ics?categories=music" },
      },
      label: { description: english("token.label"), type: "string", documented: { maxLength: 200 } },
    },
    schema: TOKEN,
    permits: isSignedIn,
    issuesCredentials: true,
    secrets: {
      members: ["url"],
      async reread({ id }) {
        const found = await feedTokens.show(Number(id));
        return found && present(found);
      },
    },
    async run({ feed: sent, label = "" }, { actor, namespace }) {
      const feed = toFeed(sent);
      if (feed === undefined)
        throw invalidParameter("feed", { reason: "not-acceptable", text: english("problem.no_feed") });
      const { id: user = 0, hostId } = actor;
      const rights = CAPABILITIES.filter((capability) => can(actor, capability));
      const host = hostId === undefined ? {} : { host: { id: hostId, rights } };
      const wanted = { user, feed, label, ...host, ...madeWithOf(actor) };
      const { token, ...made } = await feedTokens.add(wanted);
      return { status: 201, body: { ...present(made), url: withToken(namespace, feed, token) } };
    },
  }),
  pluginRoute({
    method: "DELETE",
    path: "/feed-tokens/{id}",
    description: english("token.revoke"),
    parameters: {},
    permits: isSignedIn,
    async run(_values, { actor, id = 0 }) {
      if (!(await feedTokens.revoke(id, visibleUserOf(actor)))) throw new CalendarError("rest_forbidden");
      return { body: { id, revoked: true } };
    },
  }),
];
