import type { JsonSchema } from "@kalends/core";
import { address, integer, listOf, object, ref, type SchemaName } from "./schema.ts";

/** The envelope of a list. Source: 00-overview section 6.2. */
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
