import type { RecordField } from "@kalends/core/plugin";

/**
 * Creates the event field `audience`. Its value is one of `names`, or `null` if it is not set. The value is
 * stored with the event.
 */
export const createAudienceField = (names: readonly string[]): RecordField => ({
  record: "event",
  name: "audience",
  parameter: {
    description: "Whom the event is for.",
    documented: { type: "string", enum: names },
    resolve: (raw) =>
      typeof raw === "string" && names.includes(raw)
        ? { value: raw }
        : { problem: { reason: "not-acceptable", text: `Must be one of: ${names.join(", ")}.` } },
  },
  schema: { type: ["string", "null"], enum: [...names, null] },
  form: {
    group: "terms",
    choices: names.includes("everyone") ? { everyone: "All ages" } : {},
  },
});
