import type { JsonSchema } from "@kalends/core/interface";
import {
  address,
  flag,
  integer,
  listOf,
  type Members,
  object,
  orEmptyList,
  ref,
  type SchemaName,
  text,
} from "./schema.ts";

/** Returns the schema of the envelope of a list. Source: rules/interface.md#list-envelope. */
export const list = (name: string, entry: SchemaName, more: Members = {}): JsonSchema => {
  const url = `https://calendar.example/wp-json/tribe/events/v1/${name}/`;
  return {
    title: name,
    ...object(
      "list.about",
      {
        [name]: listOf(ref(entry), "list.records"),
        rest_url: address("list.rest_url", `${url}?page=2&per_page=10`),
        total: integer("list.total", 27, {
          minimum: 0,
        }),
        total_pages: integer("list.total_pages", 3, { minimum: 0 }),
      },
      {
        next_rest_url: address("list.next_rest_url", `${url}?per_page=10&page=3`),
        previous_rest_url: address("list.previous_rest_url", `${url}?per_page=10`),
        ...more,
      },
    ),
  };
};

const status = integer("error.status", 400, { minimum: 400, maximum: 599 });

/** Schema of the error envelope. Source: rules/errors.md#error-envelope. */
export const error: JsonSchema = object("error.about", {
  code: text("error.code", "rest_invalid_param"),
  message: text("error.message", "Bad value for: page"),
  data: object(
    "error.data",
    { status },
    {
      params: {
        description: "error.data.params",
        anyOf: [
          { type: "object", additionalProperties: { type: "string" } },
          { type: "array", items: { type: "string" } },
        ],
      },
      details: {
        description: "error.data.details",
        ...orEmptyList({ type: "object", additionalProperties: ref("NestedError") }),
      },
      request_id: text("error.data.request_id", "0b4f…"),
      term_id: integer("error.data.term_id", 21),
      records: listOf({ type: "integer" }, "error.data.records"),
      maximum: integer("error.data.maximum", 20),
      total: integer("error.data.total", 12),
      json_error_code: integer("error.data.json_error_code", 4),
      json_error_message: text("error.data.json_error_message", "Syntax error"),
    },
  ),
});

export const nestedError: JsonSchema = object("nestedError.about", {
  code: text("nestedError.code", "rest_invalid_type"),
  message: text("nestedError.message", "Must be a boolean."),
  data: object(
    "error.data",
    {},
    {
      status,
      param: text("nestedError.data.param", "venue[website]"),
    },
  ),
});

const METHODS: JsonSchema = listOf({ type: "string" }, "route.methods");

const LINKS: JsonSchema = listOf(
  object("link.about", { href: address("link.href", "https://calendar.example/wp-json/") }),
  "links.entry",
);

/** Schema of the description of a parameter. Source: rules/description.md#argument-description. */
const ARGUMENT: JsonSchema = object(
  "route.argument",
  { required: flag("route.argument.required") },
  {
    default: { description: "route.argument.default" },
    description: text("route.argument.description", "The id of the event."),
    type: text("route.argument.type", "integer"),
    format: text("route.argument.format", "double"),
    items: object("route.argument.items", { type: text("route.argument.items.type", "integer") }),
  },
);

/** Schema of the description of a route. Source: rules/description.md#route-description. */
export const routeDescription: JsonSchema = object(
  "route.about",
  {
    namespace: text("index.namespace", "tribe/events/v1"),
    methods: METHODS,
    endpoints: listOf(
      object("route.endpoint", {
        methods: METHODS,
        args: orEmptyList({ type: "object", additionalProperties: ARGUMENT }),
      }),
      "route.endpoints",
    ),
  },
  { _links: object("links.about", { self: LINKS }) },
);

const ROUTES: JsonSchema = {
  type: "object",
  description: "root.routes",
  additionalProperties: ref("RouteDescription"),
};

/** Schema of the namespace index. Source: rules/description.md#namespace-index. */
export const index: JsonSchema = object("index.about", {
  namespace: text("index.namespace", "tribe/events/v1"),
  routes: ROUTES,
  _links: object("links.about", { up: LINKS }),
});

/** Schema of the response at the REST root. Clients that know only the URL of the site read this response. */
export const root: JsonSchema = object("root.about", {
  name: text("root.name", "Kalends"),
  description: { type: "string", description: "root.description" },
  url: address("root.url", "https://calendar.example"),
  home: address("root.home", "https://calendar.example"),
  namespaces: listOf({ type: "string" }, "root.namespaces"),
  authentication: {
    type: "object",
    description: "root.authentication",
    additionalProperties: false,
  },
  routes: ROUTES,
});
