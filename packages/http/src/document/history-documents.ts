import type { EndpointDocument } from "../route/endpoint-document.ts";
import { INLINE, NO_EVENT, type RecordName, WRITE_HEADERS, WRITING } from "./record-documents.ts";
import { ref } from "./schemas/schema.ts";

/** Schema of a kind of record that has earlier contents. */
export type HistorySchema = "Event" | "Venue" | "Organizer";

/** Returns the documentation of the endpoints for the earlier contents of one kind of record. */
export const documentHistory = (
  name: RecordName,
  kind: HistorySchema,
): Readonly<Record<"list" | "get" | "restore", EndpointDocument>> => {
  const tag = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const missing = kind === "Event" ? NO_EVENT : [];
  return {
    list: {
      operationId: `list${kind}Revisions`,
      tag,
      summary: "operation.listRevisions.summary",
      description: "operation.listRevisions.description",
      errors: ["rest_forbidden", ...missing],
      answers: { 200: { description: "answer.revisions", schema: ref("RevisionList") } },
    },
    get: {
      operationId: `get${kind}Revision`,
      tag,
      summary: "operation.getRevision.summary",
      description: "operation.getRevision.description",
      errors: ["rest_forbidden", "rest_revision_not_found", ...missing],
      answers: { 200: { description: "answer.revision", schema: ref(`${kind}Revision`) } },
    },
    restore: {
      operationId: `restore${kind}Revision`,
      tag,
      summary: "operation.restoreRevision.summary",
      description: "operation.restoreRevision.description",
      errors: [...WRITING, "rest_revision_not_found", ...(kind === "Event" ? [...INLINE, ...missing] : [])],
      isConditional: true,
      answers: { 200: { description: "answer.changed_record", schema: ref(kind), headers: WRITE_HEADERS } },
    },
  };
};
