import type { JsonSchema } from "@kalends/core";
import { address, flag, listOf, object, orEmptyList, ref, text } from "./schema.ts";

const METHODS: JsonSchema = listOf({ type: "string" }, "Methods of HTTP.");

const LINKS: JsonSchema = listOf(
  object("A link.", { href: address("Where it leads.", "https://calendar.example/wp-json/") }),
  "The link, as the only entry.",
);

/** Source: 40-describe section 1.3. */
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

/** Source: 40-describe section 1.2. */
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

/** Source: 40-describe section 1.1. */
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
