import type { JsonSchema } from "../model/json-schema.ts";
import type { JsonObject } from "../model/post.ts";

/** Another form of a list, for callers whose `Accept` prefers its media type to JSON. */
export interface ListFormat {
  readonly list: "events" | "venues" | "organizers";
  /** Without parameters, in lower case, such as `application/geo+json`; unique for the list and not that of JSON. */
  readonly mediaType: string;
  readonly description: string;
  /** Of what `present` gives, for the documentation; by default any object. */
  readonly schema?: JsonSchema;
  /** The answer, made from the one in JSON: what that does not show, the caller may not see. Errors stay JSON. */
  present(body: JsonObject): JsonObject;
}
