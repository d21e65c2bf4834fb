import { ANONYMOUS, CalendarError, type Logger, type Parameters } from "@kalends/core";
import type { JsonSchema, Parameter } from "@kalends/core/interface";
import { type HttpErrorCode, type HttpErrorDetails, isTemporary, STATUS } from "../errors/error-codes.ts";
import { CATALOGUES } from "../messages/languages.ts";
import { createErrorRenderer } from "../response/error-renderer.ts";
import type { EndpointDocument } from "../route/endpoint-document.ts";
import {
  type ExampleObject,
  JSON_TYPE,
  type OperationObject,
  type ResponseObject,
  toHeaders,
} from "./open-api.ts";
import { published } from "./parameters.ts";
import { ref } from "./schemas/schema.ts";

/**
 * Errors that any request can return. Source: rules/description.md#document-answers,
 * rules/errors.md#order-of-errors.
 */
const EVERYWHERE: readonly (readonly [status: number, code: HttpErrorCode])[] = [
  [400, "rest_invalid_param"],
  [400, "rest_invalid_json"],
  [401, "rest_forbidden"],
  [401, "invalid_username"],
  [401, "incorrect_password"],
  [413, "rest_body_too_large"],
  [429, "rest_too_many_requests"],
  [500, "internal_server_error"],
  [503, "rest_storage_unavailable"],
];

/** Additional errors that any write can return. */
const OF_WRITES: typeof EVERYWHERE = [
  [403, "rest_cookie_refused"],
  [507, "rest_storage_full"],
];

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const REQUEST_ID = "0b4f6a52-7c55-4d0e-9a3f-1f1d2f6f3c11";

const render = createErrorRenderer({ logger: SILENT, bodyLimit: 1024 * 1024, catalogues: CATALOGUES });

const DETAILS: Readonly<Partial<Record<HttpErrorCode, HttpErrorDetails>>> = {
  rest_invalid_json: { jsonError: { code: 4, message: "Syntax error" } },
  term_exists: { termId: 21 },
  rest_too_many_requests: { retryAfter: 30 },
  rest_image_in_use: { recordIds: [412] },
  rest_limit_reached: { maximum: 20 },
};

const detailsOf = (code: HttpErrorCode, parameters: Parameters): HttpErrorDetails => {
  const all = published(parameters);
  if (code === "rest_missing_callback_param") {
    return { missing: all.filter(([, { required }]) => required === true).map(([name]) => name) };
  }
  if (code !== "rest_invalid_param") return DETAILS[code] ?? {};
  const isTyped = ({ type }: Parameter): boolean => type === "integer" || type === "boolean";
  const [name] = all.find(([, parameter]) => isTyped(parameter)) ?? all[0] ?? ["per_page"];
  const reason = parameters[name]?.type === "boolean" ? "not-a-boolean" : "not-an-integer";
  return { problems: { [name]: { reason } } };
};

/** Returns an example of an error response of an endpoint, rendered like real error responses. */
const toExample = (code: HttpErrorCode, status: number, parameters: Parameters): ExampleObject => {
  const actor = status === 401 ? ANONYMOUS : { ...ANONYMOUS, id: 1 };
  const request = { id: REQUEST_ID, method: "GET", path: "/", actor, language: "en" } as const;
  return { value: render(new CalendarError<HttpErrorCode>(code, detailsOf(code, parameters)), request).body };
};

/**
 * Returns the HTTP statuses of an error code. `rest_forbidden` is a 401 for anonymous callers and a 403 for
 * all others. Source: rules/errors.md#rights-status.
 */
const statusesOf = (code: HttpErrorCode): readonly number[] =>
  code === "rest_forbidden" ? [401, 403] : [STATUS[code]];

const describe = (status: number, codes: ReadonlySet<HttpErrorCode>): string => {
  if (codes.has("rest_token_expired")) return "refusal.410.token";
  if (codes.has("rest_idempotency_conflict")) return "refusal.409.under_way";
  return `refusal.${status}`;
};

/**
 * Documents the error responses of an endpoint by status, each with its possible codes. Endpoints with a
 * `default` response may return other codes, so their schemas name no codes.
 */
export const toErrorResponses = (
  { errors, answers }: Pick<EndpointDocument, "errors" | "answers">,
  parameters: Parameters,
  isRead: boolean,
): OperationObject["responses"] => {
  const isRequired = Object.values(parameters).some(({ required }) => required === true);
  const codes = new Map<number, Set<HttpErrorCode>>();
  for (const [status, code] of [
    ...EVERYWHERE,
    ...(isRead ? [] : OF_WRITES),
    ...(isRequired ? [[400, "rest_missing_callback_param"] as const] : []),
    ...errors.flatMap((code) => statusesOf(code).map((status) => [status, code] as const)),
  ]) {
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  const responses: Record<string, ResponseObject> = {};
  for (const [status, all] of codes) {
    const code: JsonSchema = { type: "string", enum: [...all] };
    const own: JsonSchema = { allOf: [ref("Error"), { type: "object", properties: { code } }] };
    const schema = answers.default === undefined ? own : ref("Error");
    const examples = Object.fromEntries([...all].map((one) => [one, toExample(one, status, parameters)]));
    responses[status] = {
      description: describe(status, all),
      ...((status === 429 || all.has("rest_idempotency_conflict") || isTemporary(status)) &&
        toHeaders(["Retry-After"])),
      content: { [JSON_TYPE]: { schema, examples } },
    };
  }
  return responses;
};
