import type { JsonSchema } from "@kalends/core/plugin";

const COUNT: JsonSchema = { type: "integer", minimum: 0 };

export const COUNTS_SCHEMA: Readonly<Record<string, JsonSchema>> = {
  added: COUNT,
  updated: COUNT,
  unchanged: COUNT,
  removed: COUNT,
  skipped: COUNT,
  failed: COUNT,
};

export const REPORT: JsonSchema = {
  type: "object",
  properties: {
    dry_run: { type: "boolean" },
    ...COUNTS_SCHEMA,
    components: {
      type: "array",
      items: {
        type: "object",
        properties: {
          outcome: { type: "string", enum: Object.keys(COUNTS_SCHEMA) },
          uid: { type: "string" },
          name: { type: "string" },
          reason: { type: "string" },
        },
      },
    },
  },
};
