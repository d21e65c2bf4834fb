import type { EndpointDocument } from "../route/endpoint-document.ts";
import { INLINE, NO_EVENT, WRITING } from "./record-documents.ts";
import { ref } from "./schemas/schema.ts";

/** Documentation of the endpoints for preview links of events. */
export const PREVIEW_DOCUMENTS: Readonly<Record<"create" | "list" | "revoke", EndpointDocument>> = {
  create: {
    operationId: "createEventPreview",
    tag: "Events",
    summary: "operation.createEventPreview.summary",
    description: "operation.createEventPreview.description",
    answers: {
      201: {
        description: "answer.preview",
        schema: ref("Preview"),
        headers: ["X-Kalends-Adjusted", "X-Kalends-Notice", "Preference-Applied"],
      },
    },
    errors: [...WRITING, ...INLINE, ...NO_EVENT, "event-no-longer-available", "rest_limit_reached"],
  },
  list: {
    operationId: "listEventPreviews",
    tag: "Events",
    summary: "operation.listEventPreviews.summary",
    description: "operation.listEventPreviews.description",
    answers: { 200: { description: "answer.previews", schema: ref("PreviewList") } },
    errors: ["rest_forbidden", ...NO_EVENT],
  },
  revoke: {
    operationId: "revokeEventPreview",
    tag: "Events",
    summary: "operation.revokeEventPreview.summary",
    description: "operation.revokeEventPreview.description",
    answers: { 200: { description: "answer.preview.revoked", schema: ref("RevokedPreview") } },
    errors: ["rest_forbidden", "rest_preview_not_found", ...NO_EVENT],
  },
};
