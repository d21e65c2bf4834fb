import type { JsonSchema } from "@kalends/core";
import type { OpenApiDocument } from "./document.ts";
import { HEADERS } from "./headers.ts";
import type { ParameterObject } from "./parameters.ts";
import type { OperationObject, ResponseObject } from "./paths.ts";

type Members = Readonly<Record<string, unknown>>;

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Schemas there know neither alternatives nor `null`; what has alternatives can be anything. */
const convert = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  const { anyOf: _, nullable, ...rest } = value;
  const members = Object.entries(rest).map(([name, member]) => [
    name,
    name === "$ref" ? String(member).replace("#/components/schemas/", "#/definitions/") : convert(member),
  ]);
  return Object.fromEntries([...members, ...(nullable === true ? [["x-nullable", true]] : [])]);
};

const FORM_KEYWORDS: ReadonlySet<string> = new Set(
  "type format items default enum minimum maximum maxLength maxItems".split(" "),
);

/** A parameter outside a body has no schema of its own, and always a type; what has several is a text. */
const flat = (schema: JsonSchema): Members => {
  const { type = "string", ...rest } = Object.fromEntries(
    Object.entries(schema).filter(([name]) => FORM_KEYWORDS.has(name)),
  );
  const isList = type === "array";
  return {
    type,
    ...rest,
    ...(isList && { collectionFormat: "csv", items: schema.items?.type ? schema.items : { type: "string" } }),
    ...(rest.default === null && { default: undefined, "x-default": null }),
  };
};

const toParameter = ({ name, in: place, description, required, schema }: ParameterObject): Members => ({
  name,
  in: place,
  description,
  required,
  ...flat(schema),
});

const toFormData = (schema: JsonSchema): readonly Members[] =>
  Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    in: "formData",
    description: member.description ?? "",
    required: schema.required?.includes(name) === true,
    ...(member.format === "binary" ? { type: "file" } : flat(member)),
  }));

const toHeader = (name: string): Members => {
  const { description, schema } = HEADERS[name as keyof typeof HEADERS];
  return { description, ...flat(schema) };
};

const toResponse = ({ description, headers = {}, content }: ResponseObject): Members => {
  const [example] = Object.values(content?.[JSON_TYPE]?.examples ?? {});
  const schema = content?.[JSON_TYPE]?.schema ?? (content && { type: "file" });
  return {
    description,
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, toHeader(name)])),
    ...(schema !== undefined && { schema: convert(schema) }),
    ...(example !== undefined && { examples: { [JSON_TYPE]: example.value } }),
  };
};

type Schemas = OpenApiDocument["components"]["schemas"];

const resolve = (schema: JsonSchema | undefined, schemas: Schemas): JsonSchema | undefined =>
  schema?.$ref === undefined ? schema : schemas[schema.$ref.replace("#/components/schemas/", "")];

const toOperation = (
  { parameters = [], requestBody, responses, ...rest }: OperationObject,
  schemas: Schemas,
): Members => {
  const types = Object.keys(requestBody?.content ?? {});
  const type = types.find((name) => name === FORM || name.startsWith("multipart/"));
  const body = type === undefined ? undefined : resolve(requestBody?.content[type]?.schema, schemas);
  return {
    ...rest,
    ...(requestBody !== undefined && { consumes: type === undefined ? types : [type] }),
    parameters: [...parameters.map(toParameter), ...(body === undefined ? [] : toFormData(body))],
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, toResponse(response)]),
    ),
  };
};

/** Where the interface is. */
export const toSwaggerHost = (namespace: string): Members => {
  const { protocol, host, pathname } = new URL(`${namespace}/`);
  return { host, basePath: pathname, schemes: protocol === "https:" ? ["https", "http"] : ["http"] };
};

/** The interface in Swagger 2.0, made from its OpenAPI 3.0 form. Source: 40-describe section 2. */
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
  definitions: convert(components.schemas),
  paths: Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          toOperation(operation, components.schemas),
        ]),
      ),
    ]),
  ),
});
