import { FACETS, type FacetName, type JsonSchema } from "@kalends/core/interface";
import { integer, listOf, object, text } from "./schema.ts";

const TEXTS: ReadonlySet<FacetName> = new Set(["status", "month"]);

const valuesOf = (name: FacetName): JsonSchema =>
  listOf(
    object("facet.about", {
      value: TEXTS.has(name)
        ? text("facet.value", name === "month" ? "2031-05" : "publish")
        : integer("facet.value", 21, { minimum: name === "author" ? 0 : 1 }),
      label: text("facet.label", "Concerts"),
      count: integer("facet.count", 12, { minimum: 1 }),
    }),
    "facet.values",
  );

/** Schema of the facets of an event list. Source: rules/facets.md#facets. */
export const facets: JsonSchema = object(
  "list.facets",
  {},
  Object.fromEntries(FACETS.map((name) => [name, valuesOf(name)])),
);
