import type { Parameter } from "@kalends/core/interface";
import type { HttpErrorCode } from "../errors/error-codes.ts";
import { KEY_HEADER } from "../idempotency/idempotency-key.ts";
import type { DocumentedResponse, HeaderName } from "../route/endpoint-document.ts";
import { toTemplate } from "../route/path-pattern.ts";
import type { Endpoint, Route } from "../route/route.ts";
import { toErrorResponses } from "./errors.ts";
import {
  JSON_TYPE,
  type OperationObject,
  type ParameterObject,
  type Paths,
  type ResponseObject,
  toHeaders,
} from "./open-api.ts";
import { type Bodies, published, toParameterObject, WITH_BODY } from "./parameters.ts";

/** Errors of `If-Match`: the condition failed, or the header is required but missing. */
const CONDITIONAL = ["rest_precondition_failed", "rest_precondition_required"] as const;

const IF_MATCH: ParameterObject = {
  name: "If-Match",
  in: "header",
  description: "header.if-match",
  required: false,
  schema: { type: "string" },
};

/** Headers documented for every successful response. */
const COMMON: readonly HeaderName[] = ["Link", "Allow", "X-Request-Id"];

const OF_METHOD: Readonly<Record<string, readonly HeaderName[]>> = {
  GET: ["ETag"],
  POST: ["Idempotency-Replayed"],
};

/** Errors of requests with an `Idempotency-Key`. Source: rules/interface.md#idempotency-key. */
const KEYED: readonly HttpErrorCode[] = ["rest_idempotency_conflict", "rest_idempotency_mismatch"];

const KEY: Parameter = {
  description: "header.idempotency-key",
  // No example: forms of the documentation would prefill the key, and a second request would be replayed or
  // refused.
  documented: { type: "string" },
};

/** Returns the path of a route pattern in the notation of OpenAPI. */
export const toPath = (pattern: string): string => (pattern === "" ? "/" : toTemplate(pattern));

const toResponse = (
  { description, schema, otherForms = {}, headers = [] }: DocumentedResponse,
  method: string,
): ResponseObject => {
  const forms = { ...(schema !== undefined && { [JSON_TYPE]: schema }), ...otherForms };
  const content = Object.entries(forms).map(([type, form]) => [type, { schema: form }] as const);
  return {
    description,
    ...toHeaders([...COMMON, ...(OF_METHOD[method] ?? []), ...headers]),
    ...(content.length > 0 && { content: Object.fromEntries(content) }),
  };
};

/**
 * True if the endpoint accepts an `Idempotency-Key`: a `POST` endpoint without bodies of other media types.
 * Source: rules/interface.md#idempotency-key.
 */
const isKeyed = ({ content }: Endpoint["document"], method: string): boolean =>
  method === "POST" && content === undefined;

const toResponses = (
  { document, path = {}, parameters }: Endpoint,
  method: string,
): OperationObject["responses"] => {
  const isRead = method === "GET";
  // A path parameter is never missing. A value that is not an id matches no route.
  const codes = [
    ...document.errors,
    ...(path.id === undefined ? [] : (["rest_no_route"] as const)),
    ...(isKeyed(document, method) ? KEYED : []),
    ...(document.isConditional ? CONDITIONAL : []),
  ];
  const answers = Object.entries(document.answers).map(([status, answer]) => [
    status,
    toResponse(answer, method),
  ]);
  const description = "answer.not_modified";
  return {
    ...Object.fromEntries(answers),
    ...(isRead && { 304: { description, ...toHeaders(["ETag"]) } }),
    ...toErrorResponses({ ...document, errors: codes }, parameters, isRead),
  };
};

const BYTES = { type: "string", format: "binary" } as const;

const optional = ([name, parameter]: ReturnType<typeof published>[number]) =>
  [name, { ...parameter, required: false }] as const;

/** Returns the operation id. If an endpoint has several methods, each of its operations has a separate id. */
const toOperationId = ({ methods, document: { operationId } }: Endpoint, method: string): string =>
  methods.length === 1 || method === "PATCH"
    ? operationId
    : `${operationId}With${method[0]}${method.slice(1).toLowerCase()}`;

const toRequestBody = (
  { document, parameters }: Endpoint,
  bodies: Bodies,
): OperationObject["requestBody"] => {
  if (document.bodies !== undefined) {
    const content = Object.entries(document.bodies).map(([type, { examples, ...schema }]) => [
      type,
      { schema, ...(examples !== undefined && { example: examples[0] }) },
    ]);
    return { required: true, content: Object.fromEntries(content) };
  }
  const { content = [] } = document;
  const body = bodies.get(parameters);
  const others = Object.fromEntries(content.map((type) => [type, { schema: BYTES }]));
  if (body === undefined) return content.length === 0 ? undefined : { required: true, content: others };
  const schema = { $ref: `#/components/schemas/${body.name}` };
  return {
    required: body.schema.required !== undefined,
    content: {
      ...others,
      [JSON_TYPE]: { schema, example: body.example },
      "application/x-www-form-urlencoded": { schema },
      "multipart/form-data": { schema: body.files === undefined ? schema : { allOf: [schema, body.files] } },
    },
  };
};

const toOperation = (endpoint: Endpoint, method: string, bodies: Bodies): OperationObject => {
  const { document, path = {}, parameters, unlisted = {} } = endpoint;
  const requestBody = WITH_BODY.has(method) ? toRequestBody(endpoint, bodies) : undefined;
  const inQuery = [
    ...(requestBody === undefined ? published(parameters) : []),
    // For bodies of other media types, the parameters of the JSON body are in the query.
    ...(document.content === undefined ? [] : published(parameters)).map(optional),
    ...published(unlisted),
  ];
  const all = [
    ...published(path).map(([name, parameter]) => toParameterObject(name, parameter, "path")),
    ...inQuery.map(([name, parameter]) => toParameterObject(name, parameter, "query")),
    ...(isKeyed(document, method) ? [toParameterObject(KEY_HEADER, KEY, "header")] : []),
    ...(document.isConditional ? [IF_MATCH] : []),
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

/**
 * Returns the documentation of the operations of each path, in the order of the routes. Source:
 * rules/description.md#document-paths.
 */
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
