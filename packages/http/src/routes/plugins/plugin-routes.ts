import { type Actor, CalendarError, type JsonObject, type Logger } from "@kalends/core";
import {
  mayIssueCredentials,
  type Operation,
  type OperationMethod,
  type ParameterValues,
  type PluginRoute,
  perform,
  type RouteRequest,
  type RouteResponse,
  type RouteSecrets,
  type SentContent,
  type Target,
  toRouteParameters,
} from "@kalends/core/interface";
import { type BodyValues, mergeValues, NOTHING } from "../../request/body/request-body.ts";
import type { ReceivedContent } from "../../request/body/sent-content.ts";
import type { EndpointDocument } from "../../route/endpoint-document.ts";
import type { Endpoint, EndpointResponse, Route } from "../../route/route.ts";
import { createToResponse } from "./plugin-response.ts";

/** First path segments of the built-in routes. Plugin routes must begin with another segment. */
export const RESERVED_SEGMENTS: readonly string[] = [
  "events",
  "venues",
  "organizers",
  "categories",
  "tags",
  "images",
  "changes",
  "batch",
  "audit",
  "me",
  "doc",
];

const NO_BODY: BodyValues = { kind: "form", values: NOTHING };

const METHODS: Readonly<Record<PluginRoute["method"], OperationMethod>> = {
  GET: "read",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
};

/**
 * Target of a path with a numeric id. An id that is too large for a number becomes 0, which no record has.
 */
const TARGET: Target<number> = {
  id: { description: "parameter.plugin.id", type: "integer", required: true },
  find: async ({ name, text }) => ({ name, record: Number.isSafeInteger(Number(text)) ? Number(text) : 0 }),
};

/** Creates the routes of plugins, one for each path. Paths and methods must be validated already. */
export const createPluginRoutes = (
  routes: readonly PluginRoute[],
  logger: Pick<Logger, "error">,
): readonly Route[] =>
  [...new Set(routes.map(({ path }) => path))].map((path) =>
    toRoute(
      path,
      routes.filter((route) => route.path === path),
      logger,
    ),
  );

const toRoute = (path: string, routes: readonly PluginRoute[], logger: Pick<Logger, "error">): Route => ({
  pattern: path.replace("{id}", "(\\d+)"),
  endpoints: routes.map((route) => ({
    ...toEndpoint(route, logger),
    // The `Allow` header depends on the `permits` functions of all methods.
    isPure: routes.every(({ pure }) => pure === true),
    isApart: true,
  })),
  async allow({ actor }) {
    // A failing plugin function must not affect the other methods.
    const permitted = await Promise.all(
      routes.map(async (route) => {
        try {
          return (
            (await isPermitted(route, actor)) && (!route.issuesCredentials || mayIssueCredentials(actor))
          );
        } catch {
          return false;
        }
      }),
    );
    return routes.filter((_route, index) => permitted[index]).map(({ method }) => method);
  },
});

/**
 * Documents a plugin route. Assumes that reads without parameters need no permission, and that writes may be
 * refused.
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
    ...(issuesCredentials ? (["rest_limit_reached"] as const) : []),
    ...(consumes === undefined ? [] : (["rest_unsupported_media_type"] as const)),
  ],
  ...(consumes && { content: Object.keys(consumes) }),
});

/**
 * Creates the operation of a plugin route. `further`: namespace, body and connection state of the request.
 */
const toOperation = (
  route: PluginRoute,
  further: Pick<RouteRequest, "namespace" | "content" | "isGone">,
): Operation<ParameterValues, RouteResponse, number> => ({
  method: METHODS[route.method],
  parameters: toRouteParameters(route.parameters),
  ...(route.path.includes("{id}") && { target: TARGET }),
  async permits(actor) {
    if (!(await isPermitted(route, actor))) return false;
    if (route.issuesCredentials && !mayIssueCredentials(actor))
      throw new CalendarError("rest_forbidden", { explanation: "no-issuing" });
    return true;
  },
  run: async (values, { actor, found }) =>
    demandAnswer(route, await route.run(values, { actor, id: found?.record, ...further })),
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

const withoutClose = ({ close: _close, ...content }: ReceivedContent): SentContent => content;

const without = (body: object, { members }: RouteSecrets): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)));

/**
 * Adds the body without its secrets to the response. This body is stored for the `Idempotency-Key`. Source:
 * rules/interface.md#idempotency-secrets.
 */
const withholding = (answer: EndpointResponse, secrets: RouteSecrets): EndpointResponse => {
  const { status, body, content } = answer;
  if (status >= 400) return answer;
  if (content !== undefined || typeof body !== "object" || body === null)
    throw new Error("A route with secrets must return a JSON object");
  return { ...answer, isUncacheable: true, withoutSecrets: without(body, secrets) };
};

const createReread =
  (secrets: RouteSecrets): NonNullable<Endpoint["reread"]> =>
  async ({ actor }, { status, headers, body }) => {
    // `withholding` created the stored body.
    const record = await secrets.reread(body as JsonObject, { actor });
    return record && { status, headers, body: without(record, secrets), isUncacheable: true };
  };

const toEndpoint = (route: PluginRoute, logger: Pick<Logger, "error">): Endpoint => {
  const target = route.path.includes("{id}") ? TARGET : undefined;
  const { secrets } = route;
  const toAnswer = createToResponse(route, logger);
  return {
    methods: [route.method],
    ...(target && { path: { id: target.id } }),
    parameters: route.parameters,
    document: documentOf(route),
    ...(secrets && { reread: createReread(secrets) }),
    async handle(request) {
      const { actor, addresses, captured, exchange } = request;
      const received = route.consumes && exchange.content(route.consumes);
      // If the body is read as a stream, no byte of it is read before the caller's permission is checked.
      const raw = received === undefined ? await request.values() : mergeValues(request.query, NO_BODY, true);
      const found = target && (await target.find({ name: "id", text: captured }, actor));
      const content = received && withoutClose(received);
      const operation = toOperation(route, {
        namespace: addresses.namespace,
        content,
        isGone: () => exchange.isGone(),
      });
      let isRead = false;
      try {
        const answer = await perform(operation, raw, actor, { found, trace: exchange.trace() });
        // A response stream may read the request body while it is sent.
        isRead = "stream" in answer;
        if (isRead) exchange.onceOver(() => received?.close());
        const made = await toAnswer(answer, exchange);
        return secrets === undefined ? made : withholding(made, secrets);
      } finally {
        if (!isRead) received?.close();
      }
    },
  };
};
