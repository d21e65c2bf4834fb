import {
  type Actor,
  type CalendarError,
  isCalendarError,
  isStorageFailure,
  type Logger,
  type Problem,
} from "@kalends/core";
import {
  type HttpErrorCode,
  type HttpErrorDetails,
  RIGHTS,
  STATUS,
  statusOfCode,
} from "../errors/error-codes.ts";
import { fillIn, type MessageCatalogue, translate } from "../messages/catalogue.ts";
import { CATALOGUES, type Catalogues, type Language } from "../messages/languages.ts";
import { toLogFields } from "../request/trace-context.ts";

interface RenderedError {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly language: Language;
  readonly isUncacheable?: boolean;
}

interface ErrorRendererDeps {
  readonly logger: Logger;
  readonly bodyLimit: number;
  readonly catalogues: Catalogues;
}

/** Facts about the request that failed. */
interface FailedRequest {
  readonly id: string;
  /** Trace context of the request, as a W3C `traceparent` of version 00. */
  readonly traceparent?: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly actor: Actor;
  /** Language of the error message. */
  readonly language: Language;
}

type ErrorRenderer = (error: unknown, request: FailedRequest) => RenderedError;

/**
 * True for errors with a known code. A plugin written for a newer version may use codes that this version
 * does not have.
 */
const isAnswerable = (error: unknown): error is CalendarError =>
  isCalendarError(error) && Object.hasOwn(STATUS, error.code);

/**
 * Creates the error renderer (rules/errors.md#error-envelope). Logs errors that the caller did not cause,
 * with stack and request id:
 *
 * - causes of storage failures
 * - unknown errors, which become a 500 (rules/errors.md#internal-errors)
 *
 * Does not log refusals because of a full queue, because many may occur at once.
 */
export const createErrorRenderer =
  ({ logger, bodyLimit, catalogues }: ErrorRendererDeps): ErrorRenderer =>
  (error, { id, traceparent, method, path, actor, language }) => {
    const request = () => ({ ...toLogFields({ requestId: id, traceparent }), method, path });
    const isInternal = !isAnswerable(error) || error.code === "internal_server_error";
    const { code, details } = isAnswerable(error)
      ? error
      : ({ code: "internal_server_error", details: {} } as const);
    if (isInternal) logger.error("a request failed", { ...request(), error });
    else if (isStorageFailure(error) && error.cause !== undefined) {
      logger.warn("unavailable at the moment", { ...request(), error: error.cause });
    }
    const status = statusOfCode(code, actor.id === undefined);
    const messages = catalogues[language];
    const needsSignIn = RIGHTS.has(code) && status === 401 && details.explanation === undefined;
    const shownDetails: HttpErrorDetails = needsSignIn ? { ...details, explanation: "sign-in" } : details;
    const sentence = fillIn(sentenceOf({ code, details: shownDetails }, messages), {
      ...valuesOf(details),
      names: (details.missing ?? Object.keys(details.problems ?? {})).join(", "),
      limit: details.limit ?? bodyLimit,
      request: id,
    });
    const { restUrl }: HttpErrorDetails = details;
    const message =
      restUrl === undefined ? sentence : `${sentence} ${fillIn(messages.asJson, { address: restUrl })}`;
    const data = { status, ...(isInternal && { request_id: id }), ...renderDetails(details, messages) };
    const { retryAfter } = details;
    return {
      status,
      language,
      body: { code, message, data },
      headers: headersOf(details),
      ...(retryAfter !== undefined && { isUncacheable: true }),
    };
  };

const sentenceOf = (
  { code, details }: { readonly code: HttpErrorCode; readonly details: HttpErrorDetails },
  messages: MessageCatalogue,
): string => {
  const { explanation } = details;
  if (explanation !== undefined) return messages.explanations[explanation];
  return details.text === undefined ? messages.errors[code] : translate(details.text, messages);
};

const headersOf = ({ retryAfter, isReplayed = false }: HttpErrorDetails): RenderedError["headers"] => ({
  ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
  ...(isReplayed && { "Idempotency-Replayed": "true" }),
});

const valuesOf = ({
  jsonError,
  limit,
  maximum,
  total,
  retryAfter,
}: HttpErrorDetails): Readonly<Record<string, string | number>> => ({
  detail: jsonError?.message ?? "",
  ...(limit !== undefined && { limit }),
  ...(maximum !== undefined && { maximum }),
  ...(total !== undefined && { total }),
  seconds: retryAfter ?? 1,
});

/**
 * Returns the error as one English sentence with the parameters and their problems. Used for in-process
 * callers.
 */
export const toSentence = ({ code, details }: CalendarError): string => {
  const problems = Object.entries(details.problems ?? {}).map(
    ([name, problem]) => `${name}${problem.at ?? ""} (${describeProblem(problem, CATALOGUES.en)})`,
  );
  // JavaScript plugins may use an unknown code.
  return fillIn(details.text ?? CATALOGUES.en.errors[code] ?? code, {
    ...valuesOf(details),
    names: (details.missing ?? problems).join(", "),
  });
};

const renderDetails = (
  { missing, problems, termId, recordIds, maximum, total, jsonError, restUrl }: HttpErrorDetails,
  messages: MessageCatalogue,
): Readonly<Record<string, unknown>> => ({
  ...(missing !== undefined && { params: missing }),
  ...(problems !== undefined && renderProblems(problems, messages)),
  ...(termId !== undefined && { term_id: termId }),
  ...(recordIds !== undefined && { records: recordIds }),
  ...(maximum !== undefined && { maximum }),
  ...(total !== undefined && { total }),
  ...(jsonError !== undefined && {
    json_error_code: jsonError.code,
    json_error_message: jsonError.message,
  }),
  ...(restUrl !== undefined && { rest_url: restUrl }),
});

/**
 * Renders each problem as text. A problem also gets an entry in `details` if it has its own code or concerns
 * a field inside a parameter. Source: rules/errors.md#invalid-parameters, rules/errors.md#nested-errors.
 */
const renderProblems = (
  problems: Readonly<Record<string, Problem>>,
  messages: MessageCatalogue,
): { readonly params: unknown; readonly details: unknown } => {
  const params: [name: string, text: string][] = [];
  const details: [name: string, nested: unknown][] = [];
  for (const [name, problem] of Object.entries(problems)) {
    const { at, code = at === undefined ? undefined : "rest_invalid_param" } = problem;
    const message = describeProblem(problem, messages);
    params.push([name, at === undefined ? message : `${name}${at}: ${message}`]);
    if (code === undefined) continue;
    const isType = code === "rest_invalid_type";
    const status = isType ? {} : { status: STATUS[code] };
    const param = isType || at !== undefined ? { param: name + (at ?? "") } : {};
    details.push([name, { code, message, data: { ...status, ...param } }]);
  }
  // Clients expect an empty list instead of an empty object.
  return {
    params: Object.fromEntries(params),
    details: details.length === 0 ? [] : Object.fromEntries(details),
  };
};

const describeProblem = ({ reason, text, values }: Problem, messages: MessageCatalogue): string =>
  text === undefined ? fillIn(messages.problems[reason] ?? reason, values) : translate(text, messages);
