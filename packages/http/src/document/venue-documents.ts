import type { EndpointDocument } from "../route/endpoint-document.ts";
import { LIST_HEADERS } from "./record-documents.ts";
import { ref } from "./schemas/schema.ts";

/** Documentation of the endpoints that only venues have. */
export const VENUE_DOCUMENTS: Readonly<Record<"busy" | "duplicates", EndpointDocument>> = {
  busy: {
    operationId: "getVenueBusy",
    tag: "Venues",
    summary: "operation.getVenueBusy.summary",
    description: "operation.getVenueBusy.description",
    answers: { 200: { description: "answer.busy", schema: ref("BusyTimes") } },
    errors: ["venue-not-accessible"],
  },
  duplicates: {
    operationId: "listDuplicateVenues",
    tag: "Venues",
    summary: "operation.listDuplicateVenues.summary",
    description: "operation.listDuplicateVenues.description",
    answers: {
      200: { description: "answer.list", schema: ref("DuplicateVenueList"), headers: LIST_HEADERS },
    },
    errors: ["rest_forbidden", "venue-archive-page-not-found"],
  },
};
