import { type JsonSchema, LANGUAGES, THEMES, TIME_FORMATS } from "@kalends/core/interface";
import { listOf, object, ref, text } from "./schema.ts";

/** Schema of a saved view. Source: rules/sign-in.md#preferences. */
export const savedView: JsonSchema = object("preferences.view", {
  name: text("preferences.view.name", "Drafts", { minLength: 1, maxLength: 100 }),
  list: text("preferences.view.list", "events", { pattern: "^[a-z][a-z0-9_/-]{0,63}$" }),
  query: {
    type: "object",
    description: "preferences.view.query",
    additionalProperties: { type: "string", maxLength: 1_000 },
    examples: [{ status: "draft" }],
  },
});

/** Schema of the preferences of a user. Source: rules/sign-in.md#preferences. */
export const preferences: JsonSchema = object("preferences.about", {
  language: { type: ["string", "null"], description: "preferences.language", enum: [...LANGUAGES, null] },
  time_format: {
    type: ["integer", "null"],
    description: "preferences.time_format",
    enum: [...TIME_FORMATS, null],
  },
  theme: { type: ["string", "null"], description: "preferences.theme", enum: [...THEMES, null] },
  views: listOf(ref("SavedView"), "preferences.views"),
});
