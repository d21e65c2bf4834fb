import type { Parameters } from "@kalends/core";
import { type JsonSchema, type PluginRoute, toRouteParameters } from "@kalends/core/interface";
import type { HttpErrorCode } from "../../errors/error-codes.ts";
import type { HeaderName } from "../../route/endpoint-document.ts";
import type { EndpointResponse } from "../../route/route.ts";
import type { DeclaredRequest, DeclaredRoute } from "../declared/declared-route.ts";

/** Headers of writes, which report undeclared parameters. */
const OF_WRITES: readonly HeaderName[] = ["X-Kalends-Adjusted", "Preference-Applied"];

const SEGMENTS: Parameters = {
  id: { description: "parameter.account.id", type: "integer", required: true },
  session: { description: "parameter.session.id", type: "string", required: true },
  passkey: { description: "parameter.passkey.id", type: "string", required: true },
  credential: { description: "parameter.credential.id", type: "string", required: true },
};

type Answer = Pick<EndpointResponse, "body" | "headers" | "session" | "isUncacheable">;

/** Declaration of a route for signing in or for accounts: sessions, passkeys, one-time links and so on. */
interface SignInRoute<Values>
  extends Pick<
    DeclaredRoute,
    | "permits"
    | "secrets"
    | "issuesCredentials"
    | "needsConfirmation"
    | "needsSameOrigin"
    | "ignoresBadCookie"
    | "setsCookie"
    | "isList"
  > {
  readonly method: PluginRoute["method"];
  readonly path: string;
  /** Operation id, which also names the texts of the documentation. */
  readonly operation: string;
  readonly tag: "Signing in" | "Accounts";
  /** Parameters, one for each member of `Values`; by default none. */
  readonly parameters?: Parameters;
  /**
   * Parameters that select a page of a list. Unlike those in `parameters`, they enforce their bounds
   * themselves.
   */
  readonly paging?: Parameters;
  /** Status of a successful response; 200 by default. */
  readonly status?: number;
  /** Name of the text that describes a successful response. */
  readonly answer: string;
  readonly schema: JsonSchema;
  readonly headers?: readonly HeaderName[];
  /** Error codes in addition to those that `errorsOf` derives from the other members. */
  readonly errors?: readonly HttpErrorCode[];
  /** Set for routes that visitors may use. */
  readonly isForVisitors?: true;
  run(values: Values, request: DeclaredRequest): Promise<Answer>;
}

/** Returns the segments of a path with their documentation. */
const segmentsOf = (path: string): Parameters =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, SEGMENTS[name] ?? { description: "" }]),
  );

const errorsOf = <Values>(route: SignInRoute<Values>): readonly HttpErrorCode[] => {
  const { path, parameters = {}, errors = [], isForVisitors, issuesCredentials, needsConfirmation } = route;
  const codes: readonly (readonly [HttpErrorCode, unknown])[] = [
    ["rest_missing_callback_param", Object.values(parameters).some(({ required }) => required)],
    ["rest_forbidden", !isForVisitors],
    ["rest_confirmation_required", issuesCredentials ?? needsConfirmation],
    ["rest_user_not_found", path.includes("{id}")],
    ["rest_credential_not_found", /\{(?!id)/.test(path)],
    // An id with other characters than letters, digits, `-` and `_` matches no route.
    ["rest_no_route", /\{(?!id)/.test(path)],
  ];
  return [...codes.filter(([, isThere]) => isThere).map(([code]) => code), ...errors];
};

/**
 * Converts a declaration to a route. Its texts are in the catalogues. Only `/doc` documents it, not the
 * index.
 */
export const signInRoute = <Values extends object = object>(route: SignInRoute<Values>): DeclaredRoute => {
  const { operation, tag, status = 200, answer, schema, headers = [], parameters = {}, paging = {} } = route;
  const { run, errors: _, isForVisitors: __, ...others } = route;
  return {
    ...others,
    parameters: { ...toRouteParameters(parameters), ...paging },
    segments: segmentsOf(route.path),
    isPure: false,
    reportsUnknown: true,
    document: {
      operationId: operation,
      tag,
      summary: `operation.${operation}.summary`,
      description: `operation.${operation}.description`,
      answers: {
        [status]: {
          description: answer,
          schema,
          headers: route.method === "GET" ? headers : [...headers, ...OF_WRITES],
        },
      },
      errors: errorsOf(route),
    },
    // The declared parameters guarantee the types of the values.
    run: async (values, request) => ({ status, ...(await run(values as Values, request)) }),
  };
};
