import type { Plugin } from "@kalends/core";
import joi, { type ObjectSchema, type Schema } from "joi";

const text: Schema = joi.string().allow("").messages({ "*": "{#label} must be of type string" });
const members: Schema = joi.object().messages({ "*": "{#label} must be of type object" });
const method: Schema = joi.function().messages({ "*": "{#label} must be of type function" });
const oneOf = (...choices: readonly string[]): Schema =>
  joi.valid(...choices).messages({ "*": `{#label} must be one of ${choices.join(", ")}` });
const record: Schema = oneOf("event", "venue", "organizer");

/** Further members are the plugin's own. */
const shapeOf = (required: Readonly<Record<string, Schema>>): ObjectSchema =>
  joi
    .object(required)
    .unknown()
    .prefs({
      abortEarly: true,
      convert: false,
      presence: "required",
      errors: { label: "key", wrap: { label: false } },
    });

type ShapeName =
  | "filter"
  | "field"
  | "members"
  | "format"
  | "route"
  | "job"
  | "listener"
  | "command"
  | "storageScheme"
  | "option";

/** What plugins add comes from JavaScript, too: without these members nothing could be done with it. */
export const SHAPES: Readonly<Record<ShapeName, ObjectSchema>> = {
  filter: shapeOf({ parameters: members, narrow: method }),
  field: shapeOf({ record, name: text, parameter: members }),
  members: shapeOf({ record, schemas: members, membersOf: method }),
  format: shapeOf({ list: text, mediaType: text, present: method }),
  route: shapeOf({
    method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE"),
    path: text,
    parameters: members,
    permits: method,
    run: method,
  }),
  job: shapeOf({ name: text, run: method }),
  listener: shapeOf({ on: text, handle: method }),
  command: shapeOf({ name: text, description: text, run: method }),
  storageScheme: shapeOf({ scheme: text, open: method }),
  option: shapeOf({ variable: text, type: oneOf("string", "integer", "number", "boolean", "list") }),
};

const LISTS = [
  "eventFilters",
  "venueFilters",
  "organizerFilters",
  "fields",
  "members",
  "formats",
  "routes",
  "jobs",
  "listeners",
  "commands",
  "storageSchemes",
] as const satisfies readonly (keyof Plugin)[];
const list = joi.array().messages({ "*": "must have a list as its {#label}" });

const PLUGIN = joi
  .object({
    name: joi.string(),
    ...Object.fromEntries(LISTS.map((name) => [name, list])),
    license: joi.function().messages({ "*": "must have a function as its {#label}" }),
    requires: joi
      .object({ core: joi.string().allow(""), plugins: joi.array().items(joi.string().allow("")) })
      .messages({ "*": 'must require \\{ core: "range", plugins: ["name"] }, each where it is needed' })
      .prefs({ abortEarly: true }),
  })
  .messages({ "*": "has the unknown member {#label}" })
  .prefs({ abortEarly: false, convert: false, errors: { wrap: { label: false } } });

/** What is wrong with the members of a plugin, each as the rest of a sentence about it. */
export const problemsOfPlugin = (plugin: Plugin): readonly string[] =>
  (PLUGIN.validate({ ...plugin }).error?.details ?? []).map(({ message }) => message);

/** Why the value does not have the shape; `undefined` when it does. */
export const problemOfShape = (value: unknown, shape: ObjectSchema): string | undefined => {
  // What is no object lacks all members.
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return shape.validate(isObject ? value : {}).error?.message;
};
