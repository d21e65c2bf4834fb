import type { EndpointDocument } from "../route/endpoint-document.ts";
import {
  INLINE,
  LIST_HEADERS,
  NO_EVENT,
  type RecordDocuments,
  WRITE_HEADERS,
  WRITING,
} from "./record-documents.ts";
import { ref } from "./schemas/schema.ts";

const schema = ref("Occurrence");
const TAG = "Events";

const LIST: EndpointDocument = {
  operationId: "listOccurrences",
  tag: TAG,
  summary: "operation.listOccurrences.summary",
  description: "operation.listOccurrences.description",
  errors: [...NO_EVENT, "event-not-accessible", "event-no-longer-available", "event-archive-page-not-found"],
  answers: {
    200: { description: "answer.list", schema: ref("OccurrenceList"), headers: LIST_HEADERS },
  },
};

const READ: EndpointDocument = {
  operationId: "getOccurrence",
  tag: TAG,
  summary: "operation.getOccurrence.summary",
  description: "operation.getOccurrence.description",
  errors: [...NO_EVENT, "event-not-accessible", "event-no-longer-available"],
  answers: { 200: { description: "answer.record", schema } },
};

const CHANGE: EndpointDocument = {
  operationId: "updateOccurrence",
  tag: TAG,
  summary: "operation.updateOccurrence.summary",
  description: "operation.updateOccurrence.description",
  errors: [...WRITING, ...INLINE, ...NO_EVENT],
  isConditional: true,
  answers: { 200: { description: "answer.changed_record", schema, headers: WRITE_HEADERS } },
};

const REMOVAL: EndpointDocument = {
  operationId: "deleteOccurrence",
  tag: TAG,
  summary: "operation.deleteOccurrence.summary",
  description: "operation.deleteOccurrence.description",
  errors: ["rest_forbidden", ...NO_EVENT, "event-is-in-trash"],
  isConditional: true,
  answers: { 200: { description: "answer.deleted_record", schema, headers: ["ETag"] } },
};

/** Documentation of the endpoints for occurrences of a series. */
export const OCCURRENCE_DOCUMENTS: Pick<RecordDocuments, "list" | "get" | "update" | "delete"> = {
  list: LIST,
  get: READ,
  update: CHANGE,
  delete: REMOVAL,
};
