import type { EndpointDocument } from "../route/endpoint-document.ts";
import { ref } from "./schemas/schema.ts";

/** Documentation of the endpoint that changes many events. */
export const BULK_DOCUMENT: EndpointDocument = {
  operationId: "changeEvents",
  tag: "Events",
  summary: "operation.changeEvents.summary",
  description: "operation.changeEvents.description",
  errors: ["rest_missing_callback_param", "rest_forbidden", "rest_count_mismatch", "rest_too_many_requests"],
  answers: {
    200: { description: "answer.bulk", schema: ref("BulkResults") },
    202: { description: "answer.bulk.job", schema: ref("Job"), headers: ["Location"] },
  },
};
