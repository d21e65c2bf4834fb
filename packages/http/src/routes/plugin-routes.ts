import { validateHeaderName, validateHeaderValue } from "node:http";
import {
  CalendarError,
  createParser,
  guardParameters,
  type OperationMethod,
  type Parameter,
  type PluginRoute,
} from "@kalends/core";
import type { EndpointDocument } from "../document/endpoint-document.ts";
import type { Endpoint, Route } from "./route.ts";

/** First segments of the built-in routes below the namespace: those of plugins begin with others. */
export const RESERVED_SEGMENTS: readonly string[] = [
  "events",
  "venues",
  "organizers",
  "categories",
  "tags",
  "images",
  "doc",
];

const METHODS: Readonly<Record<PluginRoute["method"], OperationMethod>> = {
  GET: "read",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
};

/** Digits beyond what a number can tell apart are those of an id that no record has. */
const ID: Parameter<number> = {
  description: "The id in the path.",
  type: "integer",
  required: true,
  resolve: (raw) => ({ value: Number.isSafeInteger(Number(raw)) ? Number(raw) : 0 }),
};

/** The routes of plugins, one for each path; paths and methods are checked already. */
export const createPluginRoutes = (routes: readonly PluginRoute[]): readonly Route[] =>
  [...new Set(routes.map(({ path }) => path))].map((path) =>
    toRoute(
      path,
      routes.filter((route) => route.path === path),
    ),
  );

const toRoute = (path: string, routes: readonly PluginRoute[]): Route => ({
  pattern: path.replace("{id}", "(\\d+)"),
  endpoints: routes.map(toEndpoint),
  async allow({ actor }) {
    // One plugin's failure is not another one's.
    const permitted = await Promise.all(
      routes.map(async (route) => {
        try {
          return await route.permits(actor);
        } catch {
          return false;
        }
      }),
    );
    return routes.filter((_route, index) => permitted[index]).map(({ method }) => method);
  },
});

/** Reading needs no right that we know of; what a write may be refused for, everybody may have to be told. */
const documentOf = ({
  method,
  path,
  description,
  parameters,
  schema = {},
}: PluginRoute): EndpointDocument => ({
  operationId: `${method.toLowerCase()}${path.replace(/[^a-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase())}`,
  tag: "Plugins",
  summary: `${method} ${path}`,
  description,
  answers: {
    200: { description: "What the plugin answers.", schema },
    default: { description: "Another answer of the plugin.", schema: {} },
  },
  errors: method === "GET" && Object.keys(parameters).length === 0 ? [] : ["rest_forbidden"],
});

const toEndpoint = (route: PluginRoute): Endpoint => {
  const target = route.path.includes("{id}") ? { id: ID } : undefined;
  const parser = createParser({
    method: METHODS[route.method],
    parameters: guardParameters(route.parameters),
    ...(target && { target }),
    permits: async (actor) => route.permits(actor),
  });
  return {
    methods: [route.method],
    ...(target && { path: target }),
    parameters: route.parameters,
    document: documentOf(route),
    async handle(request) {
      const { actor, captured } = request;
      const { values, id } = await parser.parse(
        await request.values(),
        actor,
        target && { name: "id", text: captured },
      );
      if (!(await route.permits(actor))) throw new CalendarError("rest_forbidden");
      const { status = 200, body, headers } = await route.run(values, { actor, id });
      if (!Number.isInteger(status) || status < 200 || status > 599) throw new Error(`No status: ${status}`);
      // What cannot be sent throws here, where errors are answered.
      for (const [name, value] of Object.entries(headers ?? {})) {
        validateHeaderName(name);
        validateHeaderValue(name, value);
      }
      return { status, body: JSON.parse(JSON.stringify(body ?? null)), ...(headers && { headers }) };
    },
  };
};
