import type { JsonSchema } from "@kalends/core/interface";
import { HEADERS } from "../route/endpoint-document.ts";
import { JSON_TYPE, type OpenApiDocument, type OperationObject, type ResponseObject } from "./open-api.ts";

/*
 * The interface document in older dialects. Libraries that convert between them make other documents: they drop what has several
 * types, or do not know forms, so these are ours.
 */

type Members = Readonly<Record<string, unknown>>;

const FORM = "application/x-www-form-urlencoded";
const SCHEMAS = "#/components/schemas/";

const mapMembers = <From, To>(members: Readonly<Record<string, From>>, map: (member: From) => To) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));

/** Every object in a JSON value, those inside it first, put through `change`. */
const mapObjects = (value: unknown, change: (members: Members) => Members): unknown => {
  if (Array.isArray(value)) return value.map((entry) => mapObjects(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return change(mapMembers(value as Members, (member) => mapObjects(member, change)));
};

/** Several types are alternatives there, and `null` is a property of each. */
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

/** The same in OpenAPI 3.0.0, whose schemas know neither several types nor several examples. */
export const toOpenApi30 = (document: OpenApiDocument): OpenApiDocument => ({
  // A conversion of schemas keeps the form of everything around them.
  ...(mapObjects(document, (members) => toSingleExample(toSingleType(members))) as OpenApiDocument),
  openapi: "3.0.0",
});

/** Schemas of Swagger know neither alternatives nor `null`; what has alternatives can be anything. */
const toDefinition = ({ $ref, anyOf: _, nullable, ...rest }: Members): Members => ({
  ...($ref !== undefined && { $ref: String($ref).replace(SCHEMAS, "#/definitions/") }),
  ...rest,
  ...(nullable === true && { "x-nullable": true }),
});

const FLAT_KEYWORDS = "type format items default enum minimum maximum maxLength maxItems".split(" ");

/** What is not in a body has no schema of its own, and always a type; what has several, or is an object, is a text. */
const flatten = (schema: JsonSchema): Members => {
  if (schema.format === "binary") return { type: "file" };
  const { type: declared = "string", ...rest } = Object.fromEntries(
    Object.entries(schema).filter(([name]) => FLAT_KEYWORDS.includes(name)),
  );
  const type = declared === "object" ? "string" : declared;
  const items = schema.items?.type ? schema.items : { type: "string" };
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

/** Where the interface is. */
export const toSwaggerHost = (namespace: string): Members => {
  const { protocol, host, pathname } = new URL(`${namespace}/`);
  return { host, basePath: pathname, schemes: protocol === "https:" ? ["https", "http"] : ["http"] };
};

/** The interface in Swagger 2.0, made from its OpenAPI 3.0 form. Source: rules/description.md#document-top. */
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
