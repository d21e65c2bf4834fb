import { nearestName, type PluginTexts, WIDGETS } from "@kalends/core/interface";
import joi, { type CustomValidator, type ObjectSchema, type Schema } from "joi";

export const text: Schema = joi.string().allow("").messages({ "*": "{#label} must be of type string" });
export const members: Schema = joi.object().messages({ "*": "{#label} must be of type object" });
const NO_FUNCTION = "{#label} must be of type function";
// Set the message for `object.base` too, because the message of the enclosing object would take precedence
// over `*`.
export const method: Schema = joi.function().messages({ "*": NO_FUNCTION, "object.base": NO_FUNCTION });
/** Schema for a function. Asynchronous functions are refused, without calling them. */
export const synchronous: Schema = joi
  .function()
  .custom((value: object, { error }) =>
    value.constructor.name === "AsyncFunction" ? error("any.invalid") : value,
  )
  .messages({
    "any.invalid": "{#label} must not be asynchronous: it must return its result synchronously",
    "*": "{#label} must be of type function",
  });
export const oneOf = (...choices: readonly string[]): Schema =>
  joi.valid(...choices).messages({ "*": `{#label} must be one of ${choices.join(", ")}` });
export const number: Schema = joi.number().messages({ "*": "{#label} must be of type number" });
export const flag: Schema = joi.boolean().optional().messages({ "*": "{#label} must be of type boolean" });
export const record: Schema = oneOf("event", "venue", "organizer");

/**
 * Returns a schema for an object with only these members. An unknown member is usually misspelled, so its
 * message suggests the most similar name.
 */
const closed = (known: Readonly<Record<string, Schema>>): ObjectSchema =>
  joi
    .object(known)
    .messages({ "object.unknown": "{#label} is unknown; did you mean {#nearest}?" })
    .error((reports) => {
      for (const { code, local } of reports)
        if (code === "object.unknown") local.nearest ??= nearestName(String(local.child), Object.keys(known));
      return reports;
    });

export const shapeOf = (required: Readonly<Record<string, Schema>>): ObjectSchema =>
  closed(required).prefs({
    abortEarly: false,
    convert: false,
    presence: "required",
    errors: { label: "key", wrap: { label: false } },
  });

const OBJECT = "{#label} must be of type object";
const NO_OBJECT = { "object.base": OBJECT, "any.required": OBJECT };

/**
 * Returns a schema for a parameter that a plugin declares. The schema accepts the members that the HTTP
 * interface supports, and the members in `own`. Members with any value here, such as `default`, are checked
 * later.
 */
const parameterOf = (own: Readonly<Record<string, Schema>>): Schema =>
  closed({
    description: text.optional(),
    type: joi.any().optional(),
    default: joi.any().optional(),
    files: joi.any().optional(),
    required: flag,
    nullable: flag,
    undocumented: flag,
    documented: joi.object({ items: members.optional() }).unknown().optional().messages(NO_OBJECT),
    resolve: method.optional(),
    ...own,
  })
    .messages(NO_OBJECT)
    .prefs({ errors: { label: "path" } });

export const FIELD_PARAMETER: Schema = parameterOf({
  default: joi.forbidden().messages({ "*": "{#label} is not allowed: fields have no defaults" }),
});

/** Schema for the appearance of a field in forms. */
export const FIELD_FORM: Schema = closed({
  ...{ label: text.optional(), help: text.optional(), group: text.optional(), order: number.optional() },
  widget: oneOf(...WIDGETS).optional(),
  choices: joi
    .object()
    .pattern(joi.any(), joi.string())
    .optional()
    .messages({ "*": '{#label} must be labels by value, such as \\{ kids: "For children" \\}' }),
  ...{ unit: text.optional(), placeholder: text.optional(), permits: synchronous.optional() },
})
  .messages(NO_OBJECT)
  .prefs({ errors: { label: "path" } });

/** Schema for parameters by name. */
export const parameters: Schema = joi
  .object()
  .pattern(joi.any(), parameterOf({ defaultNow: method.optional() }))
  .messages(NO_OBJECT);

/** Escapes braces, because joi replaces text in braces in its messages. */
export const escaped = (form: string): string => form.replaceAll(/[{}]/g, "\\$&");

export const describedList = (member: string, own: Readonly<Record<string, Schema>>): Schema => {
  const message = `${member} must be a list of objects such as ${escaped('{ name: "shade", description: "Which one." }')}`;
  const entry = closed({
    name: joi.string().required(),
    description: joi.string().allow("").optional(),
    ...own,
  });
  return joi
    .array()
    .items(entry.messages({ "*": message }))
    .optional()
    .messages({ "*": message });
};

const NAMED_TEXTS = joi.object().pattern(joi.any(), joi.string().allow(""));

/**
 * Refuses a translation without an English text: it would never be used, and its name is usually misspelled.
 */
const translatesEnglish: CustomValidator<PluginTexts> = (texts, { error }) => {
  for (const [language, translations] of Object.entries<PluginTexts["en"]>(texts)) {
    const name = Object.keys(translations).find((one) => !Object.hasOwn(texts.en, one));
    if (name !== undefined) return error("texts.english", { name, language });
  }
  return texts;
};

/** Returns the schema for the texts of a plugin. `form` is the example in the message. */
export const pluginTexts = (form: string): Schema =>
  joi
    .object({ en: NAMED_TEXTS.required() })
    .pattern(joi.string(), NAMED_TEXTS)
    .custom(translatesEnglish)
    .messages({
      "texts.english": "{#name} of {#language} has no text in en",
      "*": `must be texts by language and name, with English, such as ${form}`,
    })
    .prefs({ convert: false, abortEarly: true });
