import type { Actor, Clock, Logger } from "@kalends/core";
import { type PluginRoute, type RouteResponse, toRouteParameters } from "@kalends/core/interface";
import type { EndpointDocument } from "../../route/endpoint-document.ts";
import type { Route } from "../../route/route.ts";
import { createDeclaredRoutes, type DeclaredRoute } from "../declared/declared-route.ts";
import { createToResponse } from "./plugin-response.ts";

/** First path segments of the built-in routes. Plugin routes must begin with another segment. */
export const RESERVED_SEGMENTS: readonly string[] = [
  "events",
  "events.csv",
  "venues",
  "venues.csv",
  "organizers",
  "organizers.csv",
  "categories",
  "tags",
  "images",
  "changes",
  "batch",
  "audit",
  "fields",
  "jobs",
  "status",
  "session",
  "me",
  "accounts",
  "roles",
  "password-links",
  "doc",
];

/** Documentation of `{id}` in a path. */
const SEGMENTS = { id: { description: "parameter.plugin.id", type: "integer", required: true } } as const;

interface PluginRoutesDeps {
  readonly logger: Pick<Logger, "error">;
  readonly clock: Clock;
}

/** Creates the routes of plugins, one for each path. Paths and methods must be validated already. */
export const createPluginRoutes = (
  routes: readonly PluginRoute[],
  { logger, clock }: PluginRoutesDeps,
): readonly Route[] =>
  createDeclaredRoutes(
    routes.map((route) => toDeclared(route, logger)),
    clock,
  );

const toDeclared = (route: PluginRoute, logger: Pick<Logger, "error">): DeclaredRoute => {
  const { method, path, consumes, secrets, issuesCredentials } = route;
  const toResponse = createToResponse(route, logger);
  return {
    ...{ method, path, secrets, issuesCredentials },
    parameters: toRouteParameters(route.parameters),
    ...(consumes && { consumes }),
    document: documentOf(route),
    segments: path.includes("{id}") ? SEGMENTS : {},
    isPure: route.pure === true,
    reportsUnknown: false,
    permits: (actor) => isPermitted(route, actor),
    async run(values, { actor, id, namespace, content, isGone, exchange }) {
      const answer = await route.run(values, { actor, id, namespace, content, isGone });
      return toResponse(demandAnswer(route, answer), exchange);
    },
  };
};

/**
 * Documents a plugin route. All routes except reads without parameters are documented as possibly forbidden.
 */
const documentOf = ({
  method,
  path,
  description,
  parameters,
  schema,
  mediaTypes,
  consumes,
  issuesCredentials,
}: PluginRoute): EndpointDocument => ({
  operationId: `${method.toLowerCase()}${path.replace(/[^a-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase())}`,
  tag: "Plugins",
  summary: `${method} ${path}`,
  description,
  answers: {
    200: {
      description: "answer.plugin",
      // A route that declares media types but no schema does not return JSON.
      ...((schema !== undefined || mediaTypes === undefined) && { schema: schema ?? {} }),
      ...(mediaTypes && { otherForms: mediaTypes }),
    },
    default: {
      description: "answer.plugin.other",
      schema: {},
      ...(mediaTypes && { otherForms: mediaTypes }),
    },
  },
  errors: [
    ...(method === "GET" && Object.keys(parameters).length === 0 ? [] : (["rest_forbidden"] as const)),
    ...(issuesCredentials ? (["rest_limit_reached", "rest_confirmation_required"] as const) : []),
    ...(consumes === undefined ? [] : (["rest_unsupported_media_type"] as const)),
  ],
  ...(consumes && { content: Object.keys(consumes) }),
});

/**
 * Calls `permits` of a plugin. Throws if it returns no boolean, because another truthy value would grant a
 * right by mistake.
 */
const isPermitted = async (route: PluginRoute, actor: Actor): Promise<boolean> => {
  const answer: unknown = await route.permits(actor);
  if (typeof answer !== "boolean")
    throw new Error(`permits of ${route.method} ${route.path} must return true or false`);
  return answer;
};

/**
 * Throws if `run` of a plugin has returned no valid response, because JavaScript plugins are not
 * type-checked.
 */
const demandAnswer = (route: PluginRoute, answer: RouteResponse): RouteResponse => {
  const returned: unknown = answer;
  if (typeof returned === "object" && returned !== null && ("body" in returned || "type" in returned))
    return answer;
  throw new Error(
    `run of ${route.method} ${route.path} must return { body } for JSON, or { type } with text, bytes, stream or write`,
  );
};
