import type { JsonSchema } from "@kalends/core/interface";

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

type PathItem = Readonly<Partial<Record<string, OperationObject>>>;

/** Parts of an OpenAPI 3.1 document from which the client types are generated. */
export interface ClientDocument {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** TypeScript names for schemas whose own name is the name of a well-known type. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["Event", "CalendarEvent"],
  ["Image", "CalendarImage"],
  ["Error", "ErrorBody"],
]);
/** Schemas that the client itself uses, in addition to records and bodies. */
const USED: readonly string[] = [
  ...["NestedError", "Changes", "ImageUsage", "Preferences", "UpdatePreferencesBody"],
  ...["Session", "SessionList", "EndedSessions", "RemovedItem", "Invitation", "AccountLink"],
  ...["BusyTimes", "DuplicateVenue", "FieldsOfRecord", "Facets", "Job", "Status"],
  ...["Preview", "PreviewList", "CreateEventPreviewBody"],
  ...["SignInBody", "ConfirmSessionBody", "ChangePasswordBody", "UpdateOwnAccountBody", "InviteAccountBody"],
];
/** Paths of reads, besides lists of records, whose queries the client accepts. */
const QUERIED: readonly string[] = ["/venues/{id}/busy", "/venues/duplicates", "/jobs/{job}"];
/** Members to whose values installations add their own. */
const EXTENSIBLE: ReadonlySet<string> = new Set(["status"]);
/** Parameters that the client does not offer. They change the documented form of the response. */
const NOT_OFFERED: ReadonlySet<string> = new Set(["_fields"]);

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const schemaNameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf("/") + 1);

const toTypeName = (schema: string): string => RENAMED.get(schema) ?? schema;

const comment = (text: string | undefined): string =>
  text === undefined ? "" : `/** ${text.replaceAll("*/", "* /")} */\n`;

const toUnion = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(" | ");

/** Returns a type that accepts any string but for which editors still suggest the known values. */
const orOthers = (values: string): string => `${values} | (string & {})`;

const member = (name: string, isRequired: boolean, schema: JsonSchema): string => {
  const type =
    schema.enum !== undefined && EXTENSIBLE.has(name) ? orOthers(toUnion(schema.enum)) : toType(schema);
  return `${comment(schema.description)}readonly ${isName(name) ? name : JSON.stringify(name)}${isRequired ? "" : "?"}: ${type};`;
};

const toObjectType = ({ properties, required = [], additionalProperties }: JsonSchema): string => {
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, schema]) =>
      member(name, required.includes(name), schema),
    );
    if (additionalProperties === true) members.push("readonly [name: string]: unknown;");
    return `{\n${members.join("\n")}\n}`;
  }
  if (additionalProperties === false) return "Readonly<Record<string, never>>";
  const values = typeof additionalProperties === "object" ? toType(additionalProperties) : "unknown";
  return `Readonly<Record<string, ${values}>>`;
};

const toArrayType = ({ items = {}, maxItems }: JsonSchema): string =>
  maxItems === 0 ? "readonly []" : `readonly (${toType(items)})[]`;

const TYPES: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  object: toObjectType,
  array: toArrayType,
  string: ({ format }) => (format === "binary" ? "Blob" : "string"),
  integer: () => "number",
  number: () => "number",
  boolean: () => "boolean",
  null: () => "null",
};

/** Converts a JSON schema to a TypeScript type. Constraints that TypeScript cannot express are left out. */
const toType = (schema: JsonSchema): string => {
  const { $ref, enum: values, anyOf, allOf, type } = schema;
  if ($ref !== undefined) return toTypeName(schemaNameOf($ref));
  if (values !== undefined) return toUnion(values);
  const usual = schema["x-extensible-enum"];
  if (usual !== undefined) return orOthers(toUnion(usual));
  if (anyOf !== undefined) return anyOf.map(toType).join(" | ");
  if (allOf !== undefined) return allOf.map(toType).join(" & ");
  const types = typeof type === "string" ? [type] : (type ?? []);
  if (types.length === 0) return "unknown";
  return types.map((name) => TYPES[name]?.(schema) ?? "unknown").join(" | ");
};

/** Returns the names of all schemas that a JSON value refers to, directly or through other schemas. */
const reachable = (
  value: unknown,
  { components }: ClientDocument,
  found: Set<string> = new Set(),
): Set<string> => {
  for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reachable(components.schemas[name] ?? {}, { components, paths: {} }, found);
  }
  return found;
};

const toDeclaration = (schemaName: string, schema: JsonSchema): string => {
  const name = toTypeName(schemaName);
  const type = toType(schema);
  return type.startsWith("{")
    ? `${comment(schema.description)}export interface ${name} ${type}`
    : `${comment(schema.description)}export type ${name} = ${type};`;
};

const toQueryDeclaration = (name: string, { parameters = [] }: OperationObject): string => {
  const members = parameters
    .filter((parameter) => parameter.in === "query" && !NOT_OFFERED.has(parameter.name))
    .map(({ name, required, description, schema }) => member(name, required, { ...schema, description }));
  return `/** Parameters of \`${name.charAt(0).toLowerCase()}${name.slice(1, -5)}\`. */\nexport interface ${name} {\n${members.join("\n")}\n}`;
};

const queryNameOf = ({ operationId }: OperationObject): string => `${capital(operationId)}Query`;

const bodyOf = (operation: OperationObject): string => {
  const { content = {} } = operation.requestBody ?? {};
  const schema = (content["application/json"] ?? content["multipart/form-data"])?.schema;
  return schema === undefined ? "object" : toType(schema);
};

const recordOf = (operation: OperationObject): string => {
  const schema = operation.responses["200"]?.content?.["application/json"]?.schema;
  return schema === undefined ? "unknown" : toType(schema);
};

/** Returns all error codes that the operations document. */
const errorCodes = (document: ClientDocument): readonly string[] => {
  const codes = new Set<string>();
  const visit = (schema: JsonSchema): void => {
    for (const code of schema.properties?.code?.enum ?? []) codes.add(String(code));
    for (const part of schema.allOf ?? []) visit(part);
  };
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    for (const { content } of Object.values(operation?.responses ?? {})) {
      const schema = content?.["application/json"]?.schema;
      if (schema !== undefined) visit(schema);
    }
  }
  return [...codes].sort();
};

/** Returns the TypeScript type for one kind of record: its collection, its items and their versions. */
const toResource = (
  name: string,
  { paths }: ClientDocument,
): { readonly query: string; readonly types: string; readonly operations: unknown } | undefined => {
  const { get: list, post: create } = paths[`/${name}`] ?? {};
  const { get: read, patch: update } = paths[`/${name}/{id}`] ?? {};
  if (list === undefined || create === undefined || read === undefined) return undefined;
  const below = paths[`/${name}/{id}/occurrences`]?.get;
  const occurrence = paths[`/${name}/{id}/occurrences/{recurrence_id}`]?.get;
  const version = paths[`/${name}/{id}/revisions/{revision}`]?.get;
  const query = queryNameOf(list);
  const names = [
    "number",
    ...(paths[`/${name}/by-slug/{slug}`] === undefined ? [] : ["{ readonly slug: string }"]),
    ...(occurrence === undefined ? [] : ["{ readonly series: number; readonly recurrenceId: string }"]),
  ];
  const types = [
    `readonly name: ${names.join(" | ")};`,
    `readonly record: ${recordOf(read)};`,
    `readonly query: ${query};`,
    `readonly creation: ${bodyOf(create)};`,
    ...(update === undefined ? [] : [`readonly changes: ${bodyOf(update)};`]),
    ...(version === undefined ? [] : [`readonly version: ${recordOf(version)};`]),
    ...(below === undefined || occurrence === undefined
      ? []
      : [
          `readonly occurrence: ${recordOf(occurrence)};`,
          `readonly occurrenceQuery: ${queryNameOf(below)};`,
        ]),
  ];
  const operations = [
    create.requestBody,
    update?.requestBody,
    read.responses["200"],
    occurrence?.responses["200"],
    version?.responses["200"],
  ];
  return {
    operations,
    query: [list, ...(below === undefined ? [] : [below])]
      .map((operation) => toQueryDeclaration(queryNameOf(operation), operation))
      .join("\n\n"),
    types: `readonly ${name}: {\n${types.join("\n")}\n};`,
  };
};

/** Returns the TypeScript module with all client types for an OpenAPI document. */
export const toClientTypes = (document: ClientDocument): string => {
  const resources = Object.keys(document.paths).flatMap((path) => {
    const name = path.slice(1);
    const resource = toResource(name, document);
    return resource === undefined ? [] : [{ name, ...resource }];
  });
  const used = reachable(
    [...resources.map(({ operations }) => operations), USED.map((name) => document.components.schemas[name])],
    document,
  );
  const schemas = Object.entries(document.components.schemas).filter(
    ([name]) => used.has(name) || USED.includes(name),
  );
  return [
    "/* Written by `npm run generate` from the interface document. */",
    ...schemas.map(([name, schema]) => toDeclaration(name, schema)),
    ...resources.map(({ query }) => query),
    ...QUERIED.flatMap((path) => {
      const operation = document.paths[path]?.get;
      return operation === undefined ? [] : [toQueryDeclaration(queryNameOf(operation), operation)];
    }),
    `/** Every code that the interface answers with. */\nexport type ErrorCode = ${errorCodes(document)
      .map((code) => JSON.stringify(code))
      .join(" | ")};`,
    `/** The types of each kind of record. */\nexport interface Resources {\n${resources.map(({ types }) => types).join("\n")}\n}`,
    "",
  ].join("\n\n");
};
