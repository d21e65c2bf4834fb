import { DOMAIN_EVENT_NAMES, type PluginContributions } from "@kalends/core/interface";
import joi, { type ObjectSchema, type Schema } from "joi";
import {
  describedList,
  escaped,
  FIELD_FORM,
  FIELD_PARAMETER,
  flag,
  members,
  method,
  number,
  oneOf,
  parameters,
  pluginTexts,
  record,
  shapeOf,
  synchronous,
  text,
} from "./shape-parts.ts";

const filter = shapeOf({
  parameters,
  narrow: method,
  ignores: method.optional(),
  sorts: joi.array().items(joi.string()).optional(),
  decorates: members.optional(),
  decorate: method.optional(),
  pure: flag,
});

/**
 * Returns a schema that refuses an object with neither of two members. Such an object would do nothing.
 * Usually, the name of a member is misspelled.
 */
const withOneOf = (
  what: string,
  [one, other]: readonly [string, string],
  shape: ObjectSchema,
): ObjectSchema =>
  shape.or(one, other).messages({ "object.missing": `${what} has neither ${one} nor ${other}` });

export const POLICY: ObjectSchema = withOneOf(
  "a policy",
  ["permits", "narrow"],
  shapeOf({ permits: synchronous.optional(), narrow: synchronous.optional(), pure: flag }),
);

/**
 * Maximum pause between two runs of a job, in seconds. Node's timers support delays up to about twice as
 * long.
 */
const MAX_PAUSE = 1_000_000;

/** Examples of list entries, for messages. Lists without an example have objects as entries. */
const FORMS = {
  onClose: "async () => { ... }",
  texts: '{ en: { greeting: "Hello" }, fr: { greeting: "Bonjour" } }',
  collections: '{ name: "notes", indexes: ["author"] }',
  mailTemplates: '{ name: "news", texts: { en: { subject: "News", paragraphs: ["Good news."] } } }',
  commands: '{ name: "paint", description: "Paints.", run: async (call, deps) => {} }',
  storageSchemes: '{ scheme: "my", open: (place, options) => ... }',
};

export const formOf = (list: string): string => new Map(Object.entries(FORMS)).get(list) ?? "{ ... }";

const NO_TEXTS = { "*": "indexes must be a list of texts" };

/** Maximum length of a listener name. The name of its lease contains the listener name. */
const MAX_LISTENER_NAME_LENGTH = 60;
const NO_NAMES = "on must be a list of names, at least one";
const ONE_NAME = joi.string().messages({ "*": "on must be one name, unless durable is true" });

export const DURABLE_LISTENER: ObjectSchema = shapeOf({
  durable: joi.valid(true).messages({ "*": "{#label} must be true" }),
  name: joi
    .string()
    .pattern(/^[a-z0-9-]+$/)
    .max(MAX_LISTENER_NAME_LENGTH)
    .messages({
      "*": `{#label} must be at most ${MAX_LISTENER_NAME_LENGTH} lower-case letters, digits and -`,
    }),
  on: joi
    .array()
    .items(joi.valid(...DOMAIN_EVENT_NAMES).messages({ "*": "on has {#value}, which is not a domain event" }))
    .min(1)
    .messages({ "array.base": NO_NAMES, "array.min": NO_NAMES }),
  handle: method,
});

/**
 * Schemas of the contributions of plugins. Plugins may be written in JavaScript, so required members are
 * checked too.
 */
export const SHAPES: Readonly<Record<keyof PluginContributions, Schema>> = {
  eventFilters: filter,
  venueFilters: filter,
  organizerFilters: filter,
  fields: shapeOf({
    record,
    name: text,
    parameter: FIELD_PARAMETER,
    form: FIELD_FORM.optional(),
    schema: members.optional(),
    hidden: flag,
  }),
  members: shapeOf({ record, schemas: members, membersOf: method, pure: flag }),
  formats: shapeOf({
    list: oneOf("events", "venues", "organizers"),
    mediaType: text,
    description: text.optional(),
    schema: members.optional(),
    present: method,
    pure: flag,
  }),
  routes: shapeOf({
    method: oneOf("GET", "POST", "PUT", "PATCH", "DELETE"),
    path: text,
    description: text.optional(),
    parameters,
    schema: members.optional(),
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
    expands: method.optional(),
    headers: method.optional(),
    write: method,
    pure: flag,
  }),
  website: shapeOf({ handle: method, isFor: method.optional(), secretPath: text.optional(), pure: flag }),
  previews: shapeOf({ handle: method }),
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
  jobs: shapeOf({
    name: text,
    everySeconds: joi
      .number()
      .min(1)
      .max(MAX_PAUSE)
      .optional()
      .messages({ "*": `everySeconds must be a number from 1 to ${MAX_PAUSE}` }),
    cron: joi.string().optional().messages({ "*": 'cron must be a text such as "30 3 * * *"' }),
    once: joi.valid("installation").optional().messages({ "*": 'once must be "installation"' }),
    run: method,
  }),
  listeners: joi.alternatives().conditional(joi.object({ durable: joi.exist().invalid(false) }).unknown(), {
    // biome-ignore lint/suspicious/noThenProperty: joi calls it so
    then: DURABLE_LISTENER,
    otherwise: shapeOf({ on: ONE_NAME, durable: joi.valid(false).optional(), handle: method }),
  }),
  writeHooks: withOneOf(
    "a hook",
    ["beforeSave", "check"],
    shapeOf({ beforeSave: synchronous.optional(), check: method.optional() }),
  ),
  policies: POLICY,
  onClose: joi.function().required().messages({ "*": "must be of type function" }),
  personalData: shapeOf({ export: method, erase: method, eraseRecord: method.optional() }),
  issuedCredentials: shapeOf({ name: text, revokeMadeWith: method }),
};

/** Names of the lists of contributions. */
export const LISTS = Object.keys(SHAPES) as readonly (keyof PluginContributions)[];

type DeclaredList = "texts" | "collections" | "mailTemplates" | "commands" | "importers" | "storageSchemes";

const MAIL_TEXT = joi.object({
  subject: joi.string().required(),
  paragraphs: joi.array().items(joi.string()).min(1).required(),
  link: joi.string().optional(),
});

/** Texts of a mail by language. */
const MAIL_TEXTS = joi
  .object({ en: MAIL_TEXT.required() })
  .pattern(joi.string(), MAIL_TEXT)
  .messages({
    "*": 'texts must be texts by language, with English, such as \\{ en: \\{ subject: "Hello", paragraphs: ["Good news."] } }',
  })
  .prefs({ abortEarly: true, convert: false });

/** Schemas of the lists that are checked before `setup` runs. */
export const DECLARED_SHAPES: Readonly<Record<DeclaredList, Schema>> = {
  texts: pluginTexts(escaped(FORMS.texts)),
  collections: shapeOf({
    name: text,
    indexes: joi.array().items(joi.string().messages(NO_TEXTS)).optional().messages(NO_TEXTS),
    isWellFormed: synchronous.optional(),
  }),
  commands: shapeOf({
    name: text,
    description: text,
    arguments: describedList("arguments", { optional: joi.any().optional() }),
    options: describedList("options", { value: joi.any().optional(), default: joi.any().optional() }),
    run: method,
  }),
  mailTemplates: shapeOf({
    name: text,
    link: text.optional(),
    createLink: shapeOf({ from: text, create: method }).optional(),
    long: joi.array().items(joi.string().messages(NO_TEXTS)).optional().messages(NO_TEXTS),
    texts: MAIL_TEXTS,
  }),
  importers: shapeOf({ format: text, description: text, recognises: method, run: method, hasDryRun: flag }),
  storageSchemes: shapeOf({ scheme: text, open: method }),
};

export const OPTION_SHAPE: ObjectSchema = shapeOf({
  variable: text,
  description: text.optional(),
  type: oneOf("string", "integer", "number", "boolean", "list"),
  minimum: number.optional(),
  maximum: number.optional(),
  choices: joi.array().items(text).optional().messages({ "*": "choices must be a list of texts" }),
  default: joi.any().optional(),
  required: flag,
  secret: flag,
  check: method.optional(),
});
