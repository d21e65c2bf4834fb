import type { JsonSchema } from "@kalends/core/interface";
import { HEADERS } from "../route/endpoint-document.ts";
import { JSON_TYPE, type OpenApiDocument, type OperationObject, type ResponseObject } from "./open-api.ts";

/*
 * Conversion of the OpenAPI document to older versions of OpenAPI. No library is used: the existing ones drop
 * schemas with several types, or do not support forms.
 */

type Members = Readonly<Record<string, unknown>>;

const FORM = "application/x-www-form-urlencoded";
const SCHEMAS = "#/components/schemas/";

const mapMembers = <From, To>(members: Readonly<Record<string, From>>, map: (member: From) => To) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));

/** Returns a JSON value with `change` applied to every object in it, inner objects first. */
const mapObjects = (value: unknown, change: (members: Members) => Members): unknown => {
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return change(mapMembers(value as Members, (member) => mapObjects(member, change)));
};

/** Converts a schema with several types to alternatives, and the type `null` to `nullable`. */
const toSingleType = ({ type, ...rest }: Members): Members => {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  const nullable = type.includes("null") && { nullable: true };
  const [first, ...others] = type.filter((name) => name !== "null");
  if (others.length === 0) return { type: first, ...nullable, ...rest };
  return { ...rest, anyOf: [first, ...others].map((name) => ({ type: name, ...nullable })) };
};

const toSingleExample = ({ examples, ...rest }: Members): Members => {
  if (!Array.isArray(examples)) return examples === undefined ? rest : { ...rest, examples };
  return { ...rest, example: examples[0] };
};

/** Converts a document to OpenAPI 3.0.0, whose schemas allow neither several types nor several examples. */
export const toOpenApi30 = (document: OpenApiDocument): OpenApiDocument => ({
  // Only schemas have the converted members, so the type of the document stays the same.
  ...(mapObjects(document, (members) => toSingleExample(toSingleType(members))) as OpenApiDocument),
  openapi: "3.0.0",
});

/**
 * Converts a schema to Swagger 2.0, which supports neither alternatives nor `null`. A schema with
 * alternatives becomes one that allows any value.
 */
const toDefinition = ({ $ref, anyOf: _, nullable, ...rest }: Members): Members => ({
  ...($ref !== undefined && { $ref: String($ref).replace(SCHEMAS, "#/definitions/") }),
  ...rest,
  ...(nullable === true && { "x-nullable": true }),
});

const FLAT_KEYWORDS = "type format items default enum minimum maximum maxLength maxItems".split(" ");

/**
 * Returns the schema of a value outside of a JSON body. Swagger 2.0 requires exactly one type for such a
 * value, so objects and values with several types become strings.
 */
const flatten = (schema: JsonSchema): Members => {
  if (schema.format === "binary") return { type: "file" };
  const { type: declared = "string", ...rest } = Object.fromEntries(
    Object.entries(schema).filter(([name]) => FLAT_KEYWORDS.includes(name)),
  );
  const type = declared === "object" ? "string" : declared;
  const hasScalars = schema.items?.type !== undefined && schema.items.type !== "object";
  const items = hasScalars ? schema.items : { type: "string" };
  return {
    type,
    ...rest,
    ...(type === "array" && { collectionFormat: "csv", items }),
    ...(rest.default === null && { default: undefined, "x-default": null }),
  };
};

const toFormData = ({ properties = {}, required = [] }: JsonSchema): readonly Members[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "formData",
    description: schema.description ?? "",
    required: required.includes(name),
    ...flatten(schema),
  }));

const toResponse = ({ description, headers = {}, content }: ResponseObject): Members => {
  const { schema, examples = {} } = content?.[JSON_TYPE] ?? {};
  const [example] = Object.values(examples);
  const headerOf = (name: string): Members => {
    const header = HEADERS[name as keyof typeof HEADERS];
    return { description: header.description, ...flatten(header.schema) };
  };
  return {
    description,
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, headerOf(name)])),
    ...(schema !== undefined && { schema: mapObjects(schema, toDefinition) }),
    ...(schema === undefined && content !== undefined && { schema: { type: "file" } }),
    ...(example !== undefined && { examples: { [JSON_TYPE]: example.value } }),
  };
};

const toOperation = (
  { parameters = [], requestBody, responses, ...rest }: OperationObject,
  { schemas }: OpenApiDocument["components"],
): Members => {
  const { content = {} } = requestBody ?? {};
  const types = Object.keys(content);
  const form = types.find((name) => name === FORM || name.startsWith("multipart/"));
  const body = form === undefined ? undefined : content[form]?.schema;
  const resolved = body?.$ref === undefined ? body : schemas[body.$ref.replace(SCHEMAS, "")];
  const fields = resolved === undefined ? [] : toFormData(resolved);
  return {
    ...rest,
    ...(requestBody !== undefined && { consumes: form === undefined ? types : [form] }),
    parameters: [
      ...parameters.map(({ name, in: place, description, required, schema }) => {
        return { name, in: place, description, required, ...flatten(schema) };
      }),
      ...fields,
    ],
    responses: mapMembers(responses, toResponse),
  };
};

/** Returns the members of a Swagger document that depend on the URL of the interface. */
export const toSwaggerHost = (namespace: string): Members => {
  const { protocol, host, pathname } = new URL(`${namespace}/`);
  return { host, basePath: pathname, schemes: protocol === "https:" ? ["https", "http"] : ["http"] };
};

/** Converts an OpenAPI 3.0 document to Swagger 2.0. Source: rules/description.md#document-top. */
export const toSwagger20 = ({ info, tags, paths, components }: OpenApiDocument): Members => ({
  swagger: "2.0",
  info,
  consumes: [JSON_TYPE],
  produces: [JSON_TYPE],
  tags,
  securityDefinitions: {
    basic: { type: "basic", description: components.securitySchemes.basic?.description },
    bearer: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: components.securitySchemes.bearer?.description,
    },
  },
  definitions: mapObjects(components.schemas, toDefinition),
  paths: mapMembers(paths, (operations) =>
    mapMembers(operations, (operation) => toOperation(operation, components)),
  ),
});
