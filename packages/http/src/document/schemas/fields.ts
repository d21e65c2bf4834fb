import { FIELD_RECORDS, type JsonSchema, WIDGETS } from "@kalends/core/interface";
import { flag, listOf, object, ref, text } from "./schema.ts";

const limit = (description: string): JsonSchema => ({ type: "number", description });

/** Schema of a flag that is present only if it is true. */
const onlyTrue = (description: string): JsonSchema => ({ ...flag(description), enum: [true] });

const choice: JsonSchema = object(
  "fields.choice",
  { value: text("fields.choice.value", "cancelled"), label: text("fields.choice.label", "Cancelled") },
  { from: listOf({ type: "string" }, "fields.choice.from") },
);

const bounds: JsonSchema = object(
  "fields.bounds",
  {},
  {
    minimum: limit("fields.bounds.minimum"),
    maximum: limit("fields.bounds.maximum"),
    min_length: limit("fields.bounds.min_length"),
    max_length: limit("fields.bounds.max_length"),
    min_items: limit("fields.bounds.min_items"),
    max_items: limit("fields.bounds.max_items"),
    max_bytes: limit("fields.bounds.max_bytes"),
  },
);

/** Schema of a field of a record. Source: rules/fields.md#field-members. */
export const field: JsonSchema = object(
  "fields.field",
  {
    name: text("fields.name", "event_status"),
    type: {
      type: "string",
      description: "fields.type",
      enum: ["string", "integer", "number", "boolean", "array", "object"],
    },
    label: text("fields.label", "Event status"),
    group: text("fields.group", "event_status"),
    order: limit("fields.order"),
    widget: { type: "string", description: "fields.widget", enum: WIDGETS },
    required: flag("fields.required"),
  },
  {
    help: text("fields.help", "The reason that visitors see."),
    multiple: onlyTrue("fields.multiple"),
    format: text("fields.format", "date-time"),
    record: {
      type: "string",
      description: "fields.refers_to",
      enum: [...FIELD_RECORDS.filter((name) => name !== "event"), "user"],
    },
    create: onlyTrue("fields.create"),
    upload: flag("fields.upload"),
    same_as: text("fields.same_as", "date"),
    series_only: onlyTrue("fields.series_only"),
    choices: listOf(choice, "fields.choices"),
    unit: text("fields.unit", "$"),
    unit_position: { type: "string", description: "fields.unit_position", enum: ["prefix", "postfix"] },
    placeholder: text("fields.placeholder", "https://example.org/"),
    bounds,
    default: { description: "fields.default" },
    plugin: text("fields.plugin", "editorial"),
  },
);

const group: JsonSchema = object("fields.group.about", {
  name: text("fields.group.name", "dates"),
  label: text("fields.group.label", "Date and time"),
});

/** Schema of the fields of a kind of record. Source: rules/fields.md#fields. */
export const fieldsOfRecord: JsonSchema = object("fields.about", {
  record: { type: "string", description: "parameter.fields.record", enum: FIELD_RECORDS },
  groups: listOf(group, "fields.groups"),
  fields: listOf(ref("RecordField"), "fields.fields"),
});
