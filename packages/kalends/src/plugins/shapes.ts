import { CAPABILITIES, DOMAIN_EVENT_NAMES, type Plugin } from "@kalends/core";
import joi, { type ObjectSchema, type Schema } from "joi";

const text: Schema = joi.string().allow("").messages({ "*": "{#label} must be of type string" });
const members: Schema = joi.object().messages({ "*": "{#label} must be of type object" });
/** Declarations by name. */
const parameters: Schema = joi
  .object()
  .pattern(joi.any(), members)
  .messages({ "*": "{#label} must be of type object" });
const method: Schema = joi.function().messages({ "*": "{#label} must be of type function" });
/** Of an asynchronous function it is known without a call that it answers too late. */
export const atOnce: Schema = joi
  .function()
  .custom((value: object, { error }) =>
    value.constructor.name === "AsyncFunction" ? error("any.invalid") : value,
  )
  .messages({
    "any.invalid": "{#label} must not be asynchronous: it answers at once",
    "*": "{#label} must be of type function",
  });
const oneOf = (...choices: readonly string[]): Schema =>
  joi.valid(...choices).messages({ "*": `{#label} must be one of ${choices.join(", ")}` });
const flag: Schema = joi.boolean().optional().messages({ "*": "{#label} must be of type boolean" });
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

const filter = shapeOf({ parameters, narrow: method, pure: flag });

/** What has none of these does nothing, mostly because a name is mistyped. */
const withOneOf = (
  what: string,
  [one, other]: readonly [string, string],
  shape: ObjectSchema,
): ObjectSchema =>
  shape.or(one, other).messages({ "object.missing": `${what} has neither ${one} nor ${other}` });

export const POLICY: ObjectSchema = withOneOf(
  "a policy",
  ["permits", "narrow"],
  shapeOf({ permits: atOnce.optional(), narrow: atOnce.optional(), pure: flag }),
);

/** Longer ones would not fit into the name of a lease. */
const LONGEST_LISTENER = 60;
const NO_NAMES = "on must be a list of names, at least one";
const ONE_NAME = joi.string().messages({ "*": "on must be one name, unless durable is true" });

export const DURABLE_LISTENER: ObjectSchema = shapeOf({
  durable: joi.valid(true).messages({ "*": "{#label} must be true" }),
  name: joi
    .string()
    .pattern(/^[a-z0-9-]+$/)
    .max(LONGEST_LISTENER)
    .messages({ "*": `{#label} must be at most ${LONGEST_LISTENER} lower-case letters, digits and -` }),
  on: joi
    .array()
    .items(joi.valid(...DOMAIN_EVENT_NAMES).messages({ "*": "on has {#value}, which never happens" }))
    .min(1)
    .messages({ "array.base": NO_NAMES, "array.min": NO_NAMES }),
  handle: method,
});

/** What plugins add comes from JavaScript, too: without these members nothing could be done with it. */
export const SHAPES: Readonly<
  Record<Exclude<keyof Plugin, "name" | "requires" | "license" | "rights" | "changes">, Schema>
> = {
  eventFilters: filter,
  venueFilters: filter,
  organizerFilters: filter,
  fields: shapeOf({ record, name: text, parameter: members }),
  members: shapeOf({ record, schemas: members, membersOf: method, pure: flag }),
  formats: shapeOf({ list: text, mediaType: text, present: method, pure: flag }),
  collections: shapeOf({ name: text, indexes: joi.array().items(text).optional() }),
  routes: shapeOf({
    method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE"),
    path: text,
    parameters,
    permits: method,
    run: method,
    mediaTypes: members.optional(),
    consumes: members.optional(),
    secrets: shapeOf({ members: joi.array().items(joi.string()).min(1), reread: method })
      .optional()
      .messages({ "*": "secrets must be \\{ members: [names], reread: function \\}" }),
    issuesCredentials: joi.valid(true).optional().messages({ "*": "{#label} must be true" }),
    pure: flag,
  }),
  eventFormats: shapeOf({
    mediaType: text,
    extension: text,
    description: text,
    parameters,
    order: joi
      .alternatives(joi.valid("id"), joi.object({ newest: joi.number().required() }))
      .messages({ "*": '{#label} must be "id" or \\{ newest: number \\}' }),
    write: method,
    pure: flag,
  }),
  website: shapeOf({ handle: method, isFor: method.optional(), pure: flag }),
  importers: shapeOf({ format: text, description: text, recognises: method, run: method, hasDryRun: flag }),
  authentication: shapeOf({
    name: text,
    headers: joi
      .array()
      .items(joi.string().pattern(/^[a-z0-9-]+$/))
      .when("parameters", { is: joi.array().min(1).required(), otherwise: joi.array().min(1) })
      .messages({ "*": "headers must be a list of names in lower case, at least one" }),
    parameters: joi
      .array()
      .items(joi.string().pattern(/^[a-z][a-z0-9_]*$/))
      .optional()
      .messages({ "*": "parameters must be a list of names: lower-case letters, digits and _" }),
    authenticate: method,
  }),
  jobs: shapeOf({ name: text, run: method }),
  listeners: joi.alternatives().conditional(joi.object({ durable: joi.exist().invalid(false) }).unknown(), {
    // biome-ignore lint/suspicious/noThenProperty: joi calls it so
    then: DURABLE_LISTENER,
    otherwise: shapeOf({ on: ONE_NAME, handle: method }),
  }),
  texts: shapeOf({}),
  writeHooks: withOneOf(
    "a hook",
    ["beforeSave", "check"],
    shapeOf({ beforeSave: atOnce.optional(), check: method.optional() }),
  ),
  policies: POLICY,
  onClose: joi.function().required().messages({ "*": "the returned value must be of type function" }),
  personalData: shapeOf({ export: method, erase: method, eraseRecord: method.optional() }),
  issuedCredentials: shapeOf({ name: text, revokeMadeWith: method }),
  commands: shapeOf({ name: text, description: text, run: method }),
  storageSchemes: shapeOf({ scheme: text, open: method }),
};

export const OPTION_SHAPE: ObjectSchema = shapeOf({
  variable: text,
  type: oneOf("string", "integer", "number", "boolean", "list"),
});

const list = joi.array().messages({ "*": "must have a list as its {#label}" });

const PLUGIN = joi
  .object({
    name: joi.string(),
    ...Object.fromEntries(Object.keys(SHAPES).map((name) => [name, list])),
    rights: joi
      .array()
      .items(joi.valid(...CAPABILITIES))
      .messages({ "*": `must have a list of rights (${CAPABILITIES.join(", ")}) as its rights` }),
    changes: joi.valid(true).messages({ "*": "must have true as its {#label}" }),
    license: joi.function().messages({ "*": "must have a function as its {#label}" }),
    requires: joi
      .alternatives(
        joi.object({ core: joi.string().allow(""), plugins: joi.array().items(joi.string().allow("")) }),
        joi.array().length(0),
      )
      .messages({ "*": 'must require \\{ core: "range", plugins: ["name"] }, each where it is needed' })
      .prefs({ abortEarly: true }),
  })
  .messages({ "*": "has the unknown member {#label}" })
  .prefs({ abortEarly: false, convert: false, errors: { wrap: { label: false } } });

/** What is wrong with the members of a plugin, each as the rest of a sentence about it: unknown ones first. */
export const problemsOfPlugin = (plugin: Plugin): readonly string[] => {
  const details = PLUGIN.validate({ ...plugin }).error?.details ?? [];
  const unknown = details.filter(({ type }) => type === "object.unknown");
  const lists = details.filter(({ path: [member] }) => Object.hasOwn(SHAPES, String(member)));
  const others = details.filter((detail) => !unknown.includes(detail) && !lists.includes(detail));
  return [
    ...[...unknown, ...lists].map(({ message }) => message),
    ...entryProblems(plugin, "collections"),
    ...entryProblems(plugin, "commands"),
    ...entryProblems(plugin, "storageSchemes"),
    ...others.map(({ message }) => message),
  ];
};

/** Of the lists that are not made with what plugins get. */
const entryProblems = (
  plugin: Plugin,
  list: "collections" | "commands" | "storageSchemes",
): readonly string[] => {
  const entries: unknown = plugin[list];
  return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, index) => {
    const problem = problemOfShape(entry, SHAPES[list]);
    return problem === undefined ? [] : [`cannot be set up: ${entryName(list, index, entry)}: ${problem}`];
  });
};

/** What messages call an entry of one of a plugin's lists, such as `routes[0] (GET /shades)`. */
export const entryName = (list: string, index: number, value: unknown): string => {
  const { method: verb, path, ...members }: Readonly<Record<string, unknown>> = { ...Object(value) };
  const { name, format, mediaType, scheme, on } = members;
  const words = path === undefined ? [name ?? format ?? mediaType ?? scheme ?? on] : [verb, path];
  const label = words.filter((word) => typeof word === "string").join(" ");
  return `${list}[${index}]${label && ` (${label})`}`;
};

/** Why the value does not have the shape; `undefined` when it does. */
export const problemOfShape = (value: unknown, shape: Schema): string | undefined => {
  if (shape.type === "function") return shape.validate(value).error?.message;
  // What is no object lacks all members.
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return shape.validate(isObject ? value : {}).error?.message;
};
