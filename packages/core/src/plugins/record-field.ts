import type { JsonSchema } from "../model/json-schema.ts";
import type { JsonValue } from "../model/post.ts";
import type { Parameter } from "../parameter.ts";
import type { ExtensibleKind } from "./record-members.ts";

/**
 * A field that callers write like those of the record itself, also in the data of a venue or organizer inside an event.
 * It is kept in the record's `extensions`, under the plugin's name and its own, and lists find it by an `ExtensionFilter`.
 */
export interface RecordField {
  readonly record: ExtensibleKind;
  /** Of the parameter and of the member: lower-case letters, digits and `_`. */
  readonly name: string;
  /**
   * What is accepted. Without `resolve` the value is coerced to `type`, a text is kept as plain text on one line; one of
   * the two must be there. What is not sent stays; `null` and `""` clear. Fields have no defaults.
   */
  readonly parameter: Pick<
    Parameter<JsonValue | undefined>,
    "description" | "required" | "type" | "documented" | "resolve"
  >;
  /** Of the member, for the documentation; by default the parameter's type. */
  readonly schema?: JsonSchema;
  /** Kept and filterable, but not shown. Otherwise the member is `null` where the field is not set. */
  readonly hidden?: boolean;
}
