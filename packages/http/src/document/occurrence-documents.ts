import type { EndpointDocument } from "./endpoint-document.ts";
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
  summary: "List the occurrences of a series",
  description:
    "By start, from start_date to end_date, also far ahead of what lists of events have: those are not kept and have no id. For the id of a series or of one of its occurrences; whoever may read that may read them.",
  errors: [...NO_EVENT, "event-not-accessible", "event-no-longer-available", "event-archive-page-not-found"],
  answers: {
    200: { description: "A page of the list.", schema: ref("OccurrenceList"), headers: LIST_HEADERS },
  },
};

const READ: EndpointDocument = {
  operationId: "getOccurrence",
  tag: TAG,
  summary: "Read an occurrence",
  description: "By the start that the recurrence set gives it. Whoever may read the series may read it.",
  errors: [...NO_EVENT, "event-not-accessible", "event-no-longer-available"],
  answers: { 200: { description: "The record.", schema } },
};

const CHANGE: EndpointDocument = {
  operationId: "updateOccurrence",
  tag: TAG,
  summary: "Change an occurrence",
  description:
    "As a change of the event that the occurrence is; one that is not kept yet gets its id by it. Needs the right to edit the series.",
  errors: [...WRITING, ...INLINE, ...NO_EVENT],
  isConditional: true,
  answers: { 200: { description: "The changed record.", schema, headers: WRITE_HEADERS } },
};

const REMOVAL: EndpointDocument = {
  operationId: "deleteOccurrence",
  tag: TAG,
  summary: "Delete an occurrence",
  description:
    "Moves the occurrence to the trash: the series leaves it out. Answers with it. Needs the right to delete the series.",
  errors: ["rest_forbidden", ...NO_EVENT, "event-is-in-trash"],
  isConditional: true,
  answers: { 200: { description: "The record as it was deleted.", schema, headers: ["ETag"] } },
};

/** What `/doc` says of the endpoints on occurrences of a series. */
export const OCCURRENCE_DOCUMENTS: Pick<RecordDocuments, "list" | "get" | "update" | "delete"> = {
  list: LIST,
  get: READ,
  update: CHANGE,
  delete: REMOVAL,
};
