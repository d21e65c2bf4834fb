import type { JsonSchema } from "@kalends/core/interface";
import { object } from "./schema.ts";

export const batchResponses: JsonSchema = object("batch.about", {
  responses: {
    type: "array",
    description: "batch.responses",
    items: object("batch.response", {
      status: { type: "integer", description: "batch.response.status" },
      headers: {
        type: "object",
        description: "batch.response.headers",
        additionalProperties: { type: "string" },
      },
      body: { description: "batch.response.body" },
    }),
  },
});
