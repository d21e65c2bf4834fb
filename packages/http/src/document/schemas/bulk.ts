import type { JsonSchema } from "@kalends/core/interface";
import { object, ref } from "./schema.ts";

const names: JsonSchema = { type: "array", items: { type: "string" } };

const bulkResult: JsonSchema = object(
  "bulk.result",
  {
    id: { type: "integer", description: "bulk.result.id" },
    status: { type: "integer", description: "bulk.result.status" },
  },
  {
    series: { type: "integer", description: "bulk.result.series" },
    etag: { type: "string", description: "bulk.result.etag" },
    previous_revision: { type: "integer", description: "bulk.result.previous_revision" },
    duplicate: { type: "integer", description: "bulk.result.duplicate" },
    adjusted: { ...names, description: "bulk.result.adjusted" },
    notices: { ...names, description: "bulk.result.notices" },
    error: ref("Error"),
  },
);

export const bulkResults: JsonSchema = object("bulk.about", {
  results: { type: "array", description: "bulk.results", items: bulkResult },
});
