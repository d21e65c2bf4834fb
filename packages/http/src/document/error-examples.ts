import {
  ANONYMOUS,
  CalendarError,
  type ErrorCode,
  type ErrorDetails,
  type Logger,
  type Parameters,
} from "@kalends/core";
import { CATALOGUES } from "../messages/languages.ts";
import { createErrorRenderer } from "../response/error-handler.ts";
import { published } from "./parameters.ts";

/** An example of OpenAPI. */
export interface ExampleObject {
  readonly value: Readonly<Record<string, unknown>>;
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const REQUEST_ID = "0b4f6a52-7c55-4d0e-9a3f-1f1d2f6f3c11";

const render = createErrorRenderer({ logger: SILENT, bodyLimit: 1024 * 1024, catalogues: CATALOGUES });

const detailsOf = (code: ErrorCode, parameters: Parameters): ErrorDetails => {
  const all = published(parameters);
  const [typed] = all.find(([, { type }]) => type === "integer" || type === "boolean") ??
    all[0] ?? ["per_page"];
  const isFlag = parameters[typed]?.type === "boolean";
  switch (code) {
    case "rest_missing_callback_param":
      return { missing: all.filter(([, { required }]) => required === true).map(([name]) => name) };
    case "rest_invalid_param":
      return { problems: { [typed]: { reason: isFlag ? "not-a-boolean" : "not-an-integer" } } };
    case "rest_invalid_json":
      return { jsonError: { code: 4, message: "Syntax error" } };
    case "term_exists":
      return { termId: 21 };
    case "rest_image_in_use":
      return { recordIds: [412] };
    default:
      return {};
  }
};

/** What an endpoint with these parameters answers with this code and status, made as real answers are. */
export const errorExample = (code: ErrorCode, status: number, parameters: Parameters): ExampleObject => {
  const actor = status === 401 ? ANONYMOUS : { ...ANONYMOUS, id: 1 };
  const request = { id: REQUEST_ID, method: "GET", path: "/", actor, language: "en" } as const;
  const { body } = render(new CalendarError(code, detailsOf(code, parameters)), request);
  return { value: body };
};
