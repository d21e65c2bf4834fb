import type { JsonObject, JsonSchema } from "@kalends/core";
import type { Endpoint, Route } from "../routes/route.ts";
import { type Bodies, type Body, WITH_BODY } from "./bodies.ts";
import type { DocumentedAnswer } from "./endpoint-document.ts";
import type { ExampleObject } from "./error-examples.ts";
import { describeErrors } from "./errors.ts";
import type { HeaderName } from "./headers.ts";
import { type ParameterObject, published, toParameterObject } from "./parameters.ts";

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

const FORM_TYPE = "multipart/form-data";
const BODY_TYPES = ["application/json", "application/x-www-form-urlencoded", FORM_TYPE] as const;
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
  const answers = Object.entries(document.answers).map(([status, answer]) => [
    status,
    toResponse(answer, isRead),
  ]);
  // What the path names is never missing; what is no id there leads nowhere.
  const codes = path.id === undefined ? document.errors : [...document.errors, "rest_no_route" as const];
  const errors = describeErrors({ ...document, errors: codes }, parameters).map(
    ({ status, description, schema, examples }) => [
      String(status),
      {
        description,
        ...(status === 503 && toHeaders(["Retry-After"])),
        content: { [JSON_TYPE]: { schema, examples } },
      },
    ],
  );
  const unchanged = [
    "304",
    { description: "Nothing has changed since the ETag of If-None-Match.", ...toHeaders(["ETag"]) },
  ];
  return Object.fromEntries([...answers, ...(isRead ? [unchanged] : []), ...errors]);
};

/** With several methods each operation has a name of its own. */
const toOperationId = ({ methods, document }: Endpoint, method: string): string => {
  const isPlain = methods.length === 1 || method === "PATCH";
  return isPlain
    ? document.operationId
    : `${document.operationId}With${method[0]}${method.slice(1).toLowerCase()}`;
};

const toMediaType = (type: string, body: Body | undefined): MediaTypeObject => {
  const schema = { $ref: `#/components/schemas/${body?.name}` };
  return {
    schema: type === FORM_TYPE && body?.files !== undefined ? { allOf: [schema, body.files] } : schema,
    ...(type === JSON_TYPE && body !== undefined && { example: body.example }),
  };
};

const toRequestBody = ({ document, parameters }: Endpoint, known: Bodies): OperationObject["requestBody"] => {
  const body = known.get(parameters);
  if (document.bodies === undefined && body === undefined) return undefined;
  const content: Readonly<Record<string, MediaTypeObject>> =
    document.bodies === undefined
      ? Object.fromEntries(BODY_TYPES.map((type) => [type, toMediaType(type, body)]))
      : Object.fromEntries(Object.entries(document.bodies).map(([type, schema]) => [type, { schema }]));
  return {
    required: document.bodies !== undefined || body?.schema.required !== undefined,
    content,
  };
};

const toOperation = (endpoint: Endpoint, method: string, known: Bodies): OperationObject => {
  const { document, path = {}, parameters, unlisted = {} } = endpoint;
  const requestBody = WITH_BODY.has(method) ? toRequestBody(endpoint, known) : undefined;
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
