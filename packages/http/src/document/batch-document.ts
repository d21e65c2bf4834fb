import type { JsonSchema } from "@kalends/core";
import type { EndpointDocument } from "./endpoint-document.ts";
import { ref } from "./schemas/schema.ts";

const REQUEST: JsonSchema = {
  type: "object",
  properties: {
    method: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    path: { type: "string", description: "Below the namespace, with its query." },
    headers: { type: "object", additionalProperties: { type: "string" } },
    body: { type: ["object", "null"] },
  },
  required: ["method", "path"],
  additionalProperties: false,
};

export const BATCH_DOCUMENT: EndpointDocument = {
  operationId: "runBatch",
  tag: "Interface",
  summary: "Do several requests at once",
  description:
    "Each request is done in its order as if it came by itself, as the caller of the batch. With atomic all are done or none: the first one that fails undoes all.",
  answers: {
    200: { description: "All have succeeded.", schema: ref("BatchResponses") },
    207: { description: "At least one has failed.", schema: ref("BatchResponses") },
  },
  errors: ["rest_missing_callback_param", "rest_forbidden"],
  bodies: {
    "application/json": {
      type: "object",
      properties: {
        atomic: { type: "boolean", default: false },
        requests: { type: "array", minItems: 1, maxItems: 100, items: REQUEST },
      },
      required: ["requests"],
      additionalProperties: false,
      examples: [
        {
          requests: [
            { method: "GET", path: "/tags" },
            { method: "POST", path: "/organizers", body: { organizer: "Blue Note Society" } },
          ],
        },
      ],
    },
  },
};
