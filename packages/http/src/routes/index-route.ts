import { CalendarError, type Parameters } from "@kalends/core";
import {
  type CollectionOperation,
  type Parameter,
  type ParameterValues,
  perform,
} from "@kalends/core/interface";
import { published } from "../document/parameters.ts";
import { ref } from "../document/schemas/schema.ts";
import type { HttpErrorCode } from "../errors/error-codes.ts";
import type { Addresses } from "../request/address/addresses.ts";
import { plainDots, writeGroups } from "../route/path-pattern.ts";
import type { Endpoint, Route } from "../route/route.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the description of a parameter for the namespace index. Source:
 * rules/description.md#argument-description.
 */
const describeParameter = ({
  required = false,
  type,
  documented,
  description,
  ...rest
}: Parameter): Members => {
  const fallback = rest.defaultNow === undefined ? rest.default : rest.defaultNow();
  const documentedType = documented?.type ?? type;
  return {
    required,
    ...(fallback !== undefined && { default: fallback }),
    description,
    ...(documentedType !== undefined && { type: documentedType }),
    ...(documented?.format !== undefined && { format: documented.format }),
    ...(documented?.items !== undefined && { items: documented.items }),
  };
};

/**
 * Returns the descriptions of parameters by name. Without parameters, returns an empty list instead of an
 * empty object, as clients expect.
 */
const describeParameters = (parameters: Parameters): Members | readonly [] => {
  const all = published(parameters);
  return all.length === 0
    ? []
    : Object.fromEntries(all.map(([name, parameter]) => [name, describeParameter(parameter)]));
};

/**
 * Returns the description of a route for the index and `OPTIONS`. `url`: URL of the route, if its path has no
 * variable parts.
 */
const describe = (namespace: string, { endpoints }: Route, url: string | undefined): Members => ({
  namespace,
  methods: endpoints.flatMap(({ methods }) => methods),
  endpoints: endpoints.map(({ methods, path, parameters }) => ({
    methods,
    args: describeParameters({ ...path, ...parameters }),
  })),
  ...(url !== undefined && { _links: { self: [{ href: url }] } }),
});

/** Returns the description of a route in the namespace. Source: rules/description.md#route-description. */
export const describeRoute = (namespace: string, route: Route, addresses: Addresses): Members =>
  describe(
    namespace,
    route,
    route.pattern.includes("(") ? undefined : addresses.namespace + plainDots(route.pattern),
  );

/** Returns a route pattern in the form in which the index shows it: with named groups. */
const toReadable = (pattern: string): string =>
  plainDots(writeGroups(pattern, (name, group) => `(?P<${name}>${group})`));

const describeRoutes = (namespace: string, routes: readonly Route[], addresses: Addresses): Members =>
  Object.fromEntries(
    routes.map((route) => [
      `/${namespace}${toReadable(route.pattern)}`,
      describeRoute(namespace, route, addresses),
    ]),
  );

const CONTEXT: Parameter = {
  description: "parameter.index.context",
  default: "view",
  documented: { example: "help" },
};

/** Content and documentation of a route that describes the REST interface. */
export interface Description extends Pick<Route, "pattern">, Pick<Endpoint, "parameters" | "unlisted"> {
  readonly document: Omit<Endpoint["document"], "tag">;
  toBody(addresses: Addresses, values: ParameterValues): unknown;
  /**
   * Returns the cache key of the description, see `EndpointResponse.keptAs`. Absent if the description
   * depends on the time, as the defaults of some parameters do.
   */
  readonly keptAs?: (values: ParameterValues) => string;
}

/** Creates a route that describes the REST interface. Every caller may read it. */
export const createDescriptionRoute = ({
  pattern,
  parameters,
  unlisted = {},
  document,
  toBody,
  keptAs,
}: Description): Route => {
  const reading: CollectionOperation<ParameterValues, ParameterValues> = {
    method: "read",
    parameters: { ...parameters, ...unlisted },
    permits: () => true,
    run: async (values) => values,
  };
  const endpoint: Endpoint = {
    methods: ["GET"],
    parameters,
    unlisted,
    document: { ...document, tag: "Interface" },
    async handle(request) {
      const values = await perform(reading, await request.values(), request.actor);
      return {
        status: 200,
        body: toBody(request.addresses, values),
        isDescription: true,
        ...(keptAs && { keptAs: keptAs(values) }),
      };
    },
  };
  return { pattern, endpoints: [endpoint], allow: async () => ["GET"] };
};

/**
 * Creates the route of the namespace index, which lists all routes with their methods and parameters. Source:
 * rules/description.md#namespace-index.
 */
export const createIndexRoute = (namespace: string, routes: readonly Route[]): Route => {
  const index = createDescriptionRoute({
    pattern: "",
    parameters: {
      namespace: {
        description: "parameter.index.namespace",
        default: namespace,
        documented: { example: namespace },
      },
      context: CONTEXT,
    },
    document: {
      operationId: "getIndex",
      summary: "operation.getIndex.summary",
      description: "operation.getIndex.description",
      answers: { 200: { description: "answer.index", schema: ref("Index") } },
      errors: ["rest_invalid_namespace"],
    },
    toBody(addresses, values) {
      if (values.namespace !== namespace) throw new CalendarError<HttpErrorCode>("rest_invalid_namespace");
      return {
        namespace,
        routes: describeRoutes(namespace, [index, ...routes], addresses),
        _links: { up: [{ href: `${addresses.rest}/` }] },
      };
    },
  });
  return index;
};

/**
 * Creates the route at the REST root, for clients that know only the site. `routes`: all routes of the
 * namespace. Source: rules/description.md#site-index.
 */
export const createRootRoute = (namespace: string, routes: readonly Route[]): Route => {
  const root = createDescriptionRoute({
    pattern: "",
    parameters: { context: CONTEXT },
    document: {
      operationId: "getRoot",
      summary: "List the namespaces and routes",
      description: "Everybody may read it.",
      answers: { 200: { description: "The REST root.", schema: ref("Root") } },
      errors: [],
    },
    toBody: (addresses) => ({
      name: "Kalends",
      description: "site.description",
      url: addresses.site,
      home: addresses.site,
      namespaces: [namespace],
      authentication: {},
      routes: {
        "/": describe("", root, `${addresses.rest}/`),
        ...describeRoutes(namespace, routes, addresses),
      },
    }),
  });
  return root;
};
