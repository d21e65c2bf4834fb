import {
  type Actor,
  type CalendarError,
  type ErrorCode,
  type ErrorDetails,
  isCalendarError,
  type Logger,
  type Problem,
} from "@kalends/core";
import { fillIn, type MessageCatalogue, translate } from "../messages/catalogue.ts";
import { en } from "../messages/en.ts";
import type { Catalogues, Language } from "../messages/languages.ts";

/** Source: 00-overview sections 8 and 9, 90-decisions P33. */
export const STATUS: Readonly<Record<ErrorCode, number>> = {
  rest_no_route: 404,
  rest_invalid_json: 400,
  rest_missing_callback_param: 400,
  rest_invalid_param: 400,
  rest_invalid_type: 400,
  rest_forbidden: 403,
  rest_cannot_edit_others: 403,
  rest_invalid_namespace: 404,
  rest_body_too_large: 413,
  rest_storage_unavailable: 503,
  rest_image_in_use: 409,
  rest_image_refused: 400,
  rest_term_invalid: 404,
  rest_taxonomy_not_hierarchical: 400,
  term_exists: 400,
  duplicate_term_slug: 400,
  empty_term_name: 400,
  missing_parent: 400,
  invalid_username: 401,
  incorrect_password: 401,
  "rest-event-not-found": 404,
  "rest-invalid-event-id": 400,
  "event-no-longer-available": 403,
  "event-not-accessible": 403,
  "event-is-in-trash": 410,
  "event-archive-page-not-found": 404,
  "event-tickets-not-active": 400,
  "venue-not-accessible": 403,
  "organizer-not-accessible": 403,
  "venue-is-in-trash": 410,
  "organizer-is-in-trash": 410,
  "could-not-create-venue": 400,
  "could-not-create-organizer": 400,
  "venue-archive-page-not-found": 404,
  "organizer-archive-page-not-found": 404,
  internal_server_error: 500,
};

/** Codes that ask an anonymous caller to sign in. Source: 60-status-permissions section 7. */
const RIGHTS: ReadonlySet<ErrorCode> = new Set(["rest_forbidden", "rest_cannot_edit_others"]);

/** What becomes of any other error. */
const INTERNAL: { readonly code: ErrorCode; readonly details: ErrorDetails } = {
  code: "internal_server_error",
  details: {},
};

export interface RenderedError {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly language: Language;
}

export interface ErrorRendererDeps {
  readonly logger: Logger;
  readonly bodyLimit: number;
  readonly catalogues: Catalogues;
}

/** What is known of the request that failed. */
export interface FailedRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly actor: Actor;
  /** Which the caller is told in. */
  readonly language: Language;
}

export type ErrorRenderer = (error: unknown, request: FailedRequest) => RenderedError;

/**
 * What a caller reads of an error: the envelope of 00-overview section 7. What no caller caused is logged with its stack
 * under the request's id: the cause of a `rest_storage_unavailable`, anything unknown as a 500 (90-decisions P16, P33). A
 * refusal for want of a place to wait has no cause: there may be any number of them.
 */
export const createErrorRenderer =
  ({ logger, bodyLimit, catalogues }: ErrorRendererDeps): ErrorRenderer =>
  (error, request) => {
    const { code, details } = isAnswerable(error) ? error : INTERNAL;
    logTrouble(error, code, request, logger);
    const status = RIGHTS.has(code) && request.actor.id === undefined ? 401 : STATUS[code];
    const { language } = request;
    const messages = catalogues[language];
    const names = (details.missing ?? Object.keys(details.problems ?? {})).join(", ");
    const message = fillIn(messages.errors[code], {
      ...valuesOf(details),
      names,
      limit: details.limit ?? bodyLimit,
      request: request.id,
    });
    const requestId = code === "internal_server_error" ? { request_id: request.id } : {};
    return {
      status,
      language,
      body: { code, message, data: { status, ...requestId, ...renderDetails(details, messages) } },
    };
  };

/** A plugin may be written for a newer version, which has more codes. */
const isAnswerable = (error: unknown): error is CalendarError =>
  isCalendarError(error) && Object.hasOwn(STATUS, error.code);
const valuesOf = ({ jsonError, limit }: ErrorDetails): Readonly<Record<string, string | number>> => ({
  detail: jsonError?.message ?? "",
  ...(limit !== undefined && { limit }),
});

/** The error in one English sentence, with the parameters and what is wrong with each of them: for callers in process. */
export const toSentence = ({ code, details }: CalendarError): string => {
  const problems = Object.entries(details.problems ?? {}).map(
    ([name, problem]) => `${name}${problem.at ?? ""} (${tellProblem(problem, en)})`,
  );
  // Plugins come from JavaScript, too.
  return fillIn(en.errors[code] ?? code, {
    ...valuesOf(details),
    names: (details.missing ?? problems).join(", "),
  });
};

const logTrouble = (
  error: unknown,
  code: ErrorCode,
  { id, method, path }: FailedRequest,
  logger: Logger,
): void => {
  const fields = { request: id, method, path };
  if (code === "internal_server_error") logger.error("a request failed", { ...fields, error });
  if (code === "rest_storage_unavailable" && isCalendarError(error) && error.cause !== undefined) {
    logger.warn("unavailable at the moment", { ...fields, error: error.cause });
  }
};

const renderDetails = (
  { missing, problems, termId, recordIds, jsonError }: ErrorDetails,
  messages: MessageCatalogue,
): Readonly<Record<string, unknown>> => ({
  ...(missing !== undefined && { params: missing }),
  ...(problems !== undefined && renderProblems(problems, messages)),
  ...(termId !== undefined && { term_id: termId }),
  ...(recordIds !== undefined && { records: recordIds }),
  ...(jsonError !== undefined && {
    json_error_code: jsonError.code,
    json_error_message: jsonError.message,
  }),
});

const renderProblems = (
  problems: Readonly<Record<string, Problem>>,
  messages: MessageCatalogue,
): { readonly params: unknown; readonly details: unknown } => {
  const texts = Object.entries(problems).map(([name, problem]) => [name, locate(name, problem, messages)]);
  const nested = Object.entries(problems).flatMap(([name, problem]) => {
    const code = problem.code ?? (problem.at === undefined ? undefined : "rest_invalid_param");
    return code === undefined ? [] : [[name, renderNested(name, problem, code, messages)]];
  });
  // An empty map is an empty list on the wire.
  return {
    params: Object.fromEntries(texts),
    details: nested.length === 0 ? [] : Object.fromEntries(nested),
  };
};

const tellProblem = ({ reason, text, values }: Problem, messages: MessageCatalogue): string =>
  text === undefined ? fillIn(messages.problems[reason] ?? reason, values) : translate(text, messages);

/** The problem with the field that it is about, where that is not the parameter itself. */
const locate = (name: string, problem: Problem, messages: MessageCatalogue): string => {
  const text = tellProblem(problem, messages);
  return problem.at === undefined ? text : `${name}${problem.at}: ${text}`;
};

const renderNested = (
  name: string,
  problem: Problem,
  code: ErrorCode,
  messages: MessageCatalogue,
): unknown => ({
  code,
  message: tellProblem(problem, messages),
  data: {
    ...(code !== "rest_invalid_type" && { status: STATUS[code] }),
    ...((code === "rest_invalid_type" || problem.at !== undefined) && { param: name + (problem.at ?? "") }),
  },
});
