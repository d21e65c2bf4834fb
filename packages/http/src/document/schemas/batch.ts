import type { JsonSchema } from "@kalends/core";
import { object } from "./schema.ts";

export const batchResponses: JsonSchema = object("What the requests of a batch are answered.", {
  responses: {
    type: "array",
    description: "In the order of the requests.",
    items: object("What one request of a batch is answered.", {
      status: { type: "integer", description: "The status that it would have by itself." },
      headers: {
        type: "object",
        description: "Its headers, by their names in lower case.",
        additionalProperties: { type: "string" },
      },
      body: { description: "The JSON of the answer." },
    }),
  },
});
