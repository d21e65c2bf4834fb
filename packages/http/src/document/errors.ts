import type { ErrorCode, JsonSchema, Parameters } from "@kalends/core";
import { STATUS } from "../response/error-handler.ts";
import type { EndpointDocument } from "./endpoint-document.ts";
import { type ExampleObject, errorExample } from "./error-examples.ts";
import { ref } from "./schemas/schema.ts";

/** What any request can be answered with. Source: 00-overview section 4, 90-decisions P17, P33. */
const EVERYWHERE: readonly (readonly [status: number, code: ErrorCode])[] = [
  [400, "rest_invalid_param"],
  [400, "rest_invalid_json"],
  [401, "rest_forbidden"],
  [401, "invalid_username"],
  [401, "incorrect_password"],
  [413, "rest_body_too_large"],
  [500, "internal_server_error"],
  [503, "rest_storage_unavailable"],
];

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: "The request cannot be read, or a value in it is refused: data.params names which and says why.",
  401: "The credentials are wrong, or there are none and some are needed.",
  403: "The caller may not do this.",
  404: "There is no such record or page.",
  409: "Records show the image.",
  410: "The record is in the trash already.",
  413: "The body is too large.",
  500: "Something went wrong here: data.request_id names the entry of the log that has the details.",
  503: "The storage does not answer at the moment: nothing has changed, and the request can be sent again.",
};

/** Anonymous callers are asked to sign in, others refused. Source: 60-status-permissions section 7. */
const statusesOf = (code: ErrorCode): readonly number[] =>
  code === "rest_forbidden" ? [401, 403] : [STATUS[code]];

export interface DocumentedError {
  readonly status: number;
  readonly description: string;
  readonly schema: JsonSchema;
  /** One for each code. */
  readonly examples: Readonly<Record<string, ExampleObject>>;
}

/** The errors of an endpoint by status, each with its codes; plugins may have others of the same status. */
export const describeErrors = (
  { errors, answers }: Pick<EndpointDocument, "errors" | "answers">,
  parameters: Parameters,
): readonly DocumentedError[] => {
  const isRequired = Object.values(parameters).some(({ required }) => required === true);
  const all: readonly (readonly [number, ErrorCode])[] = [
    ...EVERYWHERE,
    ...(isRequired ? [[400, "rest_missing_callback_param"] as const] : []),
    ...errors.flatMap((code) => statusesOf(code).map((status) => [status, code] as const)),
  ];
  const statuses = [...new Set(all.map(([status]) => status))].sort((one, other) => one - other);
  return statuses.map((status) => {
    const codes = [...new Set(all.filter(([its]) => its === status).map(([, code]) => code))];
    return {
      status,
      description: DESCRIPTIONS[status] ?? "The request is refused.",
      schema:
        answers.default === undefined
          ? {
              allOf: [
                ref("Error"),
                { type: "object", properties: { code: { type: "string", enum: codes } } },
              ],
            }
          : ref("Error"),
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code, status, parameters)])),
    };
  });
};
