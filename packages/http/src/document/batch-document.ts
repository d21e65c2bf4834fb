import type { JsonSchema } from "@kalends/core/interface";
import type { EndpointDocument } from "../route/endpoint-document.ts";
import { ref } from "./schemas/schema.ts";

const REQUEST: JsonSchema = {
  type: "object",
  properties: {
    method: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    path: { type: "string", description: "batch.path" },
    headers: { type: "object", additionalProperties: { type: "string" } },
    body: { type: ["object", "null"] },
  },
  required: ["method", "path"],
  additionalProperties: false,
};

export const BATCH_DOCUMENT: EndpointDocument = {
  operationId: "runBatch",
  tag: "Interface",
  summary: "operation.runBatch.summary",
  description: "operation.runBatch.description",
  answers: {
    200: { description: "answer.batch.done", schema: ref("BatchResponses") },
    207: { description: "answer.batch.failed", schema: ref("BatchResponses") },
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
