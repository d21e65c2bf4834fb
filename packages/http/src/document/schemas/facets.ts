import type { FacetViews, JsonSchema } from "@kalends/core/interface";
import { integer, listOf, object, text } from "./schema.ts";

/** Example of a value of each facet. */
const EXAMPLES: Readonly<Record<keyof FacetViews, string | number>> = {
  status: "publish",
  categories: 21,
  tags: 22,
  venue: 12,
  organizer: 13,
  author: 1,
  month: "2031-05",
};

const valuesLike = (example: string | number): JsonSchema =>
  listOf(
    object("facet.about", {
      value:
        typeof example === "string"
          ? text("facet.value", example)
          : integer("facet.value", example, { minimum: 0 }),
      label: text("facet.label", "Concerts"),
      count: integer("facet.count", 12, { minimum: 1 }),
    }),
    "facet.values",
  );

/** Schema of the facets of an event list. Source: rules/facets.md#facets. */
export const facets: JsonSchema = object(
  "list.facets",
  {},
  Object.fromEntries(Object.entries(EXAMPLES).map(([name, example]) => [name, valuesLike(example)])),
);
