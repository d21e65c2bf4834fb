import { type JsonObject, type JsonValue, type Parameters, toNumber } from "@kalends/core";
import { type JsonSchema, type JsonType, type Parameter, toBoolean } from "@kalends/core/interface";
import type { Route } from "../route/route.ts";
import type { ParameterObject } from "./open-api.ts";

/** Returns the parameters that are documented, in the order of their declaration. */
export const published = (
  parameters: Parameters,
): readonly (readonly [name: string, parameter: Parameter])[] =>
  Object.entries(parameters).filter(([, { undocumented }]) => undocumented !== true);

/**
 * Converts a default value to the declared type. Some parameters declare their default as a text, as the
 * interface publishes it.
 */
const toTyped = (value: JsonValue, type: JsonType | undefined): JsonValue => {
  if (typeof value !== "string") return value;
  if (type === "integer" || type === "number") return toNumber(value) ?? value;
  return type === "boolean" ? (toBoolean(value) ?? value) : value;
};

/**
 * Returns the schema for the values of a parameter. In a list, bounds apply to the entries. Defaults that
 * depend on the current time are documented only in the namespace index.
 */
const toSchema = ({ type, documented = {}, default: fallback }: Parameter): JsonSchema => {
  const {
    type: documentedType = type,
    example,
    body: _,
    enum: names,
    items,
    minItems,
    maxItems,
    ...others
  } = documented;
  const isList = documentedType === "array";
  const bounds = {
    ...others,
    ...(names !== undefined && { enum: fallback === null && !isList ? [...names, null] : names }),
  };
  return {
    ...(documentedType !== undefined && {
      type: fallback === null ? [documentedType, "null"] : documentedType,
    }),
    ...(isList ? { items: { ...items, ...bounds } } : bounds),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(fallback !== undefined && { default: toTyped(fallback, documentedType) }),
  };
};

/**
 * Returns the schema of a parameter as a member of a JSON body, which can contain more types than a query.
 */
const toMember = (parameter: Parameter): JsonSchema => {
  const { description, documented, default: fallback } = parameter;
  return {
    description,
    ...(documented?.body === undefined
      ? toSchema(parameter)
      : { ...documented.body, ...(fallback !== undefined && { default: fallback }) }),
    ...(documented?.example !== undefined && { examples: [documented.example] }),
  };
};

/** Documented request body. */
export interface Body {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Example that contains every parameter with a documented example. */
  readonly example: JsonObject;
  /** Schema of the form parts that may be files. */
  readonly files: JsonSchema | undefined;
}

/** Documented bodies by their parameters. Each body is named after the first operation that uses it. */
export type Bodies = ReadonlyMap<Parameters, Body>;

/** HTTP methods whose parameters are in the body. */
export const WITH_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Schema of an image file that is sent as a form part or as the complete body. */
export const IMAGE_FILE: JsonSchema = {
  type: "string",
  format: "binary",
  description: "image.file",
};

/**
 * Returns the schema of the form parts that may be files, if any. For a list, documents the part of the first
 * entry.
 */
const toFiles = (all: ReturnType<typeof published>): JsonSchema | undefined => {
  const names = all.flatMap(([name, { files = [] }]) =>
    files
      .filter((keys) => keys.length === 0 || keys.includes("*"))
      .map((keys) => [name, ...keys.map((key) => `[${key === "*" ? 0 : key}]`)].join("")),
  );
  if (names.length === 0) return undefined;
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, IMAGE_FILE])) };
};

/** Returns the schemas of parameters as members of a form or JSON body. */
export const toProperties = (parameters: Parameters): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(published(parameters).map(([name, parameter]) => [name, toMember(parameter)]));

const toBody = (operationId: string, parameters: Parameters): Body => {
  const all = published(parameters);
  const required = all.filter(([, parameter]) => parameter.required === true).map(([name]) => name);
  return {
    name: `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`,
    schema: {
      type: "object",
      properties: toProperties(parameters),
      ...(required.length > 0 && { required }),
    },
    example: Object.fromEntries(
      all.flatMap(([name, { documented }]) =>
        documented?.example === undefined ? [] : [[name, documented.example]],
      ),
    ),
    files: toFiles(all),
  };
};

/** Returns the documented bodies of all routes. Source: rules/description.md#document-bodies. */
export const toBodies = (routes: readonly Route[]): Bodies => {
  const bodies = new Map<Parameters, Body>();
  for (const { methods, document, parameters } of routes.flatMap(({ endpoints }) => endpoints)) {
    const hasBody = document.bodies === undefined && methods.some((method) => WITH_BODY.has(method));
    if (hasBody && published(parameters).length > 0 && !bodies.has(parameters)) {
      bodies.set(parameters, toBody(document.operationId, parameters));
    }
  }
  return bodies;
};

/** Returns the OpenAPI description of a parameter. Source: rules/description.md#document-parameters. */
export const toParameterObject = (
  name: string,
  parameter: Parameter,
  place: ParameterObject["in"],
): ParameterObject => {
  const { documented, required = false, description } = parameter;
  return {
    name,
    in: place,
    description,
    required: place === "path" || required,
    ...(documented?.type === "array" && { style: "form", explode: false }),
    schema: { ...toSchema(parameter), ...(documented?.body?.items && { items: documented.body.items }) },
    ...(documented?.example !== undefined && { example: documented.example }),
  };
};
