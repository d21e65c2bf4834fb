import { isObject } from "@kalends/core";
import { CAPABILITIES, isPending, nearestName, type Plugin } from "@kalends/core/interface";
import joi, { type Schema } from "joi";
import { escaped } from "./shape-parts.ts";
import { DECLARED_SHAPES, formOf, LISTS, SHAPES } from "./shapes.ts";

const listOf = (name: string): Schema =>
  joi
    .array()
    .messages({ "*": `must have a list as its {#label}, such as ${name}: [${escaped(formOf(name))}]` });

const PLUGIN = joi
  .object({
    name: joi.string(),
    ...Object.fromEntries(Object.keys(DECLARED_SHAPES).map((name) => [name, listOf(name)])),
    rights: joi
      .array()
      .items(
        joi
          .valid(...CAPABILITIES)
          .messages({ "*": `has {#value} among its rights, which is not one of ${CAPABILITIES.join(", ")}` }),
      )
      .messages({ "array.base": `must have a list of rights (${CAPABILITIES.join(", ")}) as its rights` }),
    changes: joi.valid(true).messages({ "*": "must have {#label}: true, or omit {#label}" }),
    services: joi.object().pattern(joi.string(), joi.function()).messages({
      "*": "must have functions by name as its services, such as services: \\{ geocoder: (deps) => ... }",
    }),
    setup: joi.function().messages({
      "*": "must have a function as its {#label}, such as setup: (deps) => (\\{ routes: [...] })",
    }),
    license: joi.function().messages({
      "*": 'must have a function as its {#label}, such as license: (key) => key === undefined ? \\{ reason: "no key" \\} : true',
    }),
    requires: joi
      .alternatives(
        joi.object({ core: joi.string().allow(""), plugins: joi.array().items(joi.string().allow("")) }),
        joi.array().length(0),
      )
      .messages({ "*": 'must require \\{ core: "range", plugins: ["name"] }, both optional' })
      .prefs({ abortEarly: true }),
  })
  .messages({ "*": "has the unknown member {#label}" })
  .prefs({ abortEarly: false, convert: false, errors: { wrap: { label: false } } });

const OTHERS = ["name", "requires", "rights", "license", "changes", "services", "setup"];
const KNOWN_MEMBERS = [...OTHERS, ...Object.keys(DECLARED_SHAPES), ...LISTS];

const ANSWER = joi
  .object(Object.fromEntries(LISTS.map((name) => [name, listOf(name)])))
  .messages({
    "object.unknown": "has the unknown member {#label}",
    "object.base": "cannot be set up: setup must return an object, such as \\{ routes: [...] }",
  })
  .prefs({ abortEarly: false, convert: false, errors: { wrap: { label: false } } });

const nearestOf = (name: string, known: readonly string[]): string =>
  `did you mean ${nearestName(name, known)}? Known members: ${known.join(", ")}`;

/**
 * Returns the problems with the result of a plugin's `setup`, each as the predicate of a sentence whose
 * subject is the plugin. Does not check list entries.
 */
export const problemsOfContributions = (answer: unknown): readonly string[] =>
  (ANSWER.validate(isObject(answer) ? { ...answer } : null).error?.details ?? []).map(
    ({ type, message, path: [member] }) =>
      type === "object.unknown" ? `${message}; ${nearestOf(String(member), LISTS)}` : message,
  );

/**
 * Returns the problems with the members of a plugin, unknown members first. Each problem is the predicate of
 * a sentence whose subject is the plugin.
 */
export const problemsOfPlugin = (plugin: Plugin): readonly string[] => {
  const details = PLUGIN.validate({ ...plugin }).error?.details ?? [];
  const unknown = details.filter(({ type }) => type === "object.unknown");
  const lists = details.filter(({ path: [member] }) => Object.hasOwn(DECLARED_SHAPES, String(member)));
  const others = details.filter((detail) => !unknown.includes(detail) && !lists.includes(detail));
  return [
    ...unknown.map(({ message, path: [member] }) => {
      const isList = Object.hasOwn(SHAPES, String(member));
      return isList
        ? `has ${member} outside of setup, which must return it: setup: (deps) => ({ ${member}: [...] })`
        : `${message}; ${nearestOf(String(member), KNOWN_MEMBERS)}`;
    }),
    ...lists.map(({ message }) => message),
    ...entryProblems(plugin, "texts"),
    ...entryProblems(plugin, "collections"),
    ...entryProblems(plugin, "mailTemplates"),
    ...entryProblems(plugin, "commands"),
    ...entryProblems(plugin, "importers"),
    ...entryProblems(plugin, "storageSchemes"),
    ...others.map(({ message }) => message),
  ];
};

/** Returns the problems with entries of lists that are checked before `setup`. */
const entryProblems = (plugin: Plugin, list: keyof typeof DECLARED_SHAPES): readonly string[] => {
  const entries: unknown = plugin[list];
  return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, index) => {
    const problems = isObject(entry)
      ? problemsOfShape(entry, DECLARED_SHAPES[list])
      : [`must be an object, such as ${formOf(list)}`];
    return problems.map((problem) => `cannot be set up: ${entryName(list, index, entry)}: ${problem}`);
  });
};

/** Returns the name of a list entry for messages, such as `routes[0] (GET /shades)`. */
export const entryName = (list: string, index: number, value: unknown): string => {
  const { method: verb, path, ...members }: Readonly<Record<string, unknown>> = { ...Object(value) };
  const { name, format, mediaType, scheme, on } = members;
  const words = path === undefined ? [name ?? format ?? mediaType ?? scheme ?? on] : [verb, path];
  const label = words.filter((word) => typeof word === "string").join(" ");
  return `${list}[${index}]${label && ` (${label})`}`;
};

/** Returns all reasons why a value does not match the schema. */
export const problemsOfShape = (value: unknown, shape: Schema): readonly string[] => {
  if (shape.type !== "function" && !isObject(value)) return ["must be an object"];
  // An instance of a class may have additional members for its own use.
  const allowUnknown = isObject(value) && ![Object.prototype, null].includes(Object.getPrototypeOf(value));
  const messages = shape.validate(value, { allowUnknown }).error?.details.map(({ message }) => message);
  return [...new Set(messages)];
};

/** Returns all reasons why an entry of a list from `setup` does not match the schema. */
export const problemsOfEntry = (entry: unknown, shape: Schema): readonly string[] => {
  if (isPending(entry)) return ["must be the contribution itself, not a promise"];
  return shape.type === "function" || isObject(entry)
    ? problemsOfShape(entry, shape)
    : ["must be an object, such as { ... }"];
};
