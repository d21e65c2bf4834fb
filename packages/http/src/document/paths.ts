import type { JsonObject, JsonSchema } from "@kalends/core";
import type { Endpoint, Route } from "../routes/route.ts";
import type { DocumentedAnswer, HeaderName } from "./endpoint-document.ts";
import { describeErrors, type ExampleObject } from "./errors.ts";
import { type Bodies, type ParameterObject, published, toParameterObject, WITH_BODY } from "./parameters.ts";

interface MediaTypeObject {
  readonly schema: JsonSchema;
  readonly example?: JsonObject;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaTypeObject>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export type Paths = Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;

const JSON_TYPE = "application/json";

/** On every answer. */
const COMMON: readonly HeaderName[] = ["Link", "Allow", "X-Request-Id"];

/** How a path is written in the document: `(\d+)` is the id, any other group the slug. */
export const toPath = (pattern: string): string =>
  pattern === "" ? "/" : pattern.replace("(\\d+)", "{id}").replace(/\([^()]*\)/g, "{slug}");

const toHeaders = (names: readonly HeaderName[]): Pick<ResponseObject, "headers"> => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
});

const toResponse = (
  { description, schema, otherForms = {}, headers = [] }: DocumentedAnswer,
  isRead: boolean,
): ResponseObject => {
  const forms = { ...(schema !== undefined && { [JSON_TYPE]: schema }), ...otherForms };
  const content = Object.entries(forms).map(([type, form]) => [type, { schema: form }] as const);
  return {
    description,
    ...toHeaders([...COMMON, ...(isRead ? (["ETag"] as const) : []), ...headers]),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
};

const toResponses = (
  { document, path = {}, parameters }: Endpoint,
  method: string,
): OperationObject["responses"] => {
  const isRead = method === "GET";
  // What the path names is never missing; what is no id there leads nowhere.
  const codes = path.id === undefined ? document.errors : [...document.errors, "rest_no_route" as const];
  const responses: Record<string, ResponseObject> = {};
  for (const [status, answer] of Object.entries(document.answers)) {
    responses[status] = toResponse(answer, isRead);
  }
  if (isRead) {
    const description = "Nothing has changed since the ETag of If-None-Match.";
    responses[304] = { description, ...toHeaders(["ETag"]) };
  }
  for (const error of describeErrors({ ...document, errors: codes }, parameters)) {
    const { status, description, schema, examples } = error;
    responses[status] = {
      description,
      ...(status === 503 && toHeaders(["Retry-After"])),
      content: { [JSON_TYPE]: { schema, examples } },
    };
  }
  return responses;
};

/** With several methods each operation has a name of its own. */
const toOperationId = ({ methods, document: { operationId } }: Endpoint, method: string): string =>
  methods.length === 1 || method === "PATCH"
    ? operationId
    : `${operationId}With${method[0]}${method.slice(1).toLowerCase()}`;

const toRequestBody = (
  { document, parameters }: Endpoint,
  bodies: Bodies,
): OperationObject["requestBody"] => {
  if (document.bodies !== undefined) {
    const content = Object.entries(document.bodies).map(([type, schema]) => [type, { schema }]);
    return { required: true, content: Object.fromEntries(content) };
  }
  const body = bodies.get(parameters);
  if (body === undefined) return undefined;
  const schema = { $ref: `#/components/schemas/${body.name}` };
  return {
    required: body.schema.required !== undefined,
    content: {
      [JSON_TYPE]: { schema, example: body.example },
      "application/x-www-form-urlencoded": { schema },
      "multipart/form-data": { schema: body.files === undefined ? schema : { allOf: [schema, body.files] } },
    },
  };
};

const toOperation = (endpoint: Endpoint, method: string, bodies: Bodies): OperationObject => {
  const { document, path = {}, parameters, unlisted = {} } = endpoint;
  const requestBody = WITH_BODY.has(method) ? toRequestBody(endpoint, bodies) : undefined;
  const inQuery = [...(requestBody === undefined ? published(parameters) : []), ...published(unlisted)];
  const all = [
    ...published(path).map(([name, parameter]) => toParameterObject(name, parameter, "path")),
    ...inQuery.map(([name, parameter]) => toParameterObject(name, parameter, "query")),
  ];
  return {
    operationId: toOperationId(endpoint, method),
    tags: [document.tag],
    summary: document.summary,
    description: document.description,
    ...(all.length > 0 && { parameters: all }),
    ...(requestBody !== undefined && { requestBody }),
    responses: toResponses(endpoint, method),
    ...(document.errors.includes("rest_forbidden") && { security: [{ basic: [] }, { bearer: [] }] }),
  };
};

/** The operations at each path, in the order of the routes. Source: 40-describe section 2.2. */
export const toPaths = (routes: readonly Route[], bodies: Bodies): Paths =>
  Object.fromEntries(
    routes.map(({ pattern, endpoints }) => [
      toPath(pattern),
      Object.fromEntries(
        endpoints.flatMap((endpoint) =>
          endpoint.methods.map((method) => [method.toLowerCase(), toOperation(endpoint, method, bodies)]),
        ),
      ),
    ]),
  );
