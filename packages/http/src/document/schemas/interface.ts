import type { JsonSchema } from "@kalends/core";
import { address, flag, integer, listOf, object, orEmptyList, ref, type SchemaName, text } from "./schema.ts";

/** The envelope of a list. Source: rules/interface.md#list-envelope. */
export const list = (name: string, entry: SchemaName): JsonSchema => {
  const url = `https://calendar.example/wp-json/tribe/events/v1/${name}/`;
  return {
    title: name,
    ...object(
      "A page of a list, with links to its neighbours that keep all filters.",
      {
        [name]: listOf(ref(entry), "The records of this page; empty when nothing matches."),
        rest_url: address("The address of this page.", `${url}?page=2&per_page=10`),
        total: integer("How many records match that the caller may see, on all pages together.", 27, {
          minimum: 0,
        }),
        total_pages: integer("How many pages that makes; 0 when nothing matches.", 3, { minimum: 0 }),
      },
      {
        next_rest_url: address("The next page; absent on the last one.", `${url}?per_page=10&page=3`),
        previous_rest_url: address("The page before; absent on the first one.", `${url}?per_page=10`),
      },
    ),
  };
};

const status = integer("The status of the answer.", 400, { minimum: 400, maximum: 599 });

/** The envelope of errors. Source: rules/errors.md#error-envelope. */
export const error: JsonSchema = object("Why a request was refused or failed.", {
  code: text("What went wrong: one of the stable codes, for programs.", "rest_invalid_param"),
  message: text("What went wrong, for people; may change at any time.", "Bad value for: page"),
  data: object(
    "What else there is to know.",
    { status },
    {
      params: {
        description:
          "rest_invalid_param: what is wrong, by the name of the parameter. rest_missing_callback_param: the names of the missing ones.",
        anyOf: [
          { type: "object", additionalProperties: { type: "string" } },
          { type: "array", items: { type: "string" } },
        ],
      },
      details: {
        description: "rest_invalid_param: the errors behind it that have codes of their own, by parameter.",
        ...orEmptyList({ type: "object", additionalProperties: ref("NestedError") }),
      },
      request_id: text("internal_server_error: under which id the log has the details.", "0b4f…"),
      term_id: integer("term_exists: the id of the category or tag that is in the way.", 21),
      records: listOf({ type: "integer" }, "rest_image_in_use: the ids of the records that show the image."),
      json_error_code: integer("rest_invalid_json: the number of the problem.", 4),
      json_error_message: text("rest_invalid_json: what cannot be read.", "Syntax error"),
    },
  ),
});

export const nestedError: JsonSchema = object("The error of one parameter.", {
  code: text("A stable code.", "rest_invalid_type"),
  message: text("What is wrong, for people.", "Must be a boolean."),
  data: object(
    "What else there is to know.",
    {},
    {
      status,
      param: text("The name of the parameter, with the field in it that is at fault.", "venue[website]"),
    },
  ),
});

const METHODS: JsonSchema = listOf({ type: "string" }, "Methods of HTTP.");

const LINKS: JsonSchema = listOf(
  object("A link.", { href: address("Where it leads.", "https://calendar.example/wp-json/") }),
  "The link, as the only entry.",
);

/** Source: rules/description.md#argument-description. */
const ARGUMENT: JsonSchema = object(
  "A parameter.",
  { required: flag("Whether it must be sent.") },
  {
    default: { description: "What holds without it." },
    description: text("What it means.", "The id of the event."),
    type: text("The type of its values; absent where there are several.", "integer"),
    format: text("More about the type.", "double"),
    items: object("The entries of a list.", { type: text("Their type.", "integer") }),
  },
);

/** Source: rules/description.md#route-description. */
export const routeDescription: JsonSchema = object(
  "What can be done at a path.",
  {
    namespace: text("The namespace of the interface.", "tribe/events/v1"),
    methods: METHODS,
    endpoints: listOf(
      object("What some of the methods do alike.", {
        methods: METHODS,
        args: orEmptyList({ type: "object", additionalProperties: ARGUMENT }),
      }),
      "What can be done, by method.",
    ),
  },
  { _links: object("Links.", { self: LINKS }) },
);

const ROUTES: JsonSchema = {
  type: "object",
  description: "What can be done, by path; the variable parts of paths are regular expressions.",
  additionalProperties: ref("RouteDescription"),
};

/** Source: rules/description.md#namespace-index. */
export const index: JsonSchema = object("The interface as it describes itself.", {
  namespace: text("The namespace of the interface.", "tribe/events/v1"),
  routes: ROUTES,
  _links: object("Links.", { up: LINKS }),
});

/** What clients look for that know nothing but the site. */
export const root: JsonSchema = object("What answers under the REST root.", {
  name: text("What runs here.", "Kalends"),
  description: { type: "string", description: "More about it." },
  url: address("The address of the site.", "https://calendar.example"),
  home: address("The same.", "https://calendar.example"),
  namespaces: listOf({ type: "string" }, "The namespaces of the interfaces here."),
  authentication: {
    type: "object",
    description: "Ways to sign in beside the headers of HTTP: none.",
    additionalProperties: false,
  },
  routes: ROUTES,
});
