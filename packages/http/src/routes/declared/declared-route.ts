import { type Actor, CalendarError, type Clock, type Parameters } from "@kalends/core";
import type { SignInClient } from "@kalends/core/accounts";
import {
  type Adjustment,
  createAdjustments,
  mayIssueCredentials,
  type Operation,
  type OperationMethod,
  type ParameterValues,
  type PluginRoute,
  perform,
  type RouteRequest,
  type RouteSecrets,
  type SentContent,
  type Target,
} from "@kalends/core/interface";
import type { Addresses } from "../../request/address/addresses.ts";
import { type BodyValues, mergeValues, NOTHING } from "../../request/body/request-body.ts";
import type { ReceivedContent } from "../../request/body/sent-content.ts";
import { requireConfirmed } from "../../request/caller/confirmation.ts";
import type { Exchange } from "../../request/exchange.ts";
import { adjustedHeaders } from "../../response/adjusted-headers.ts";
import type { EndpointDocument } from "../../route/endpoint-document.ts";
import type { CalendarRequest, Endpoint, EndpointResponse, Route } from "../../route/route.ts";
import { createReread, withholding } from "./withheld-secrets.ts";

/** Request of a declared route. */
export interface DeclaredRequest extends RouteRequest {
  /** Value of the path segment that is in braces but not `{id}`; empty if the path has no such segment. */
  readonly name: string;
  readonly addresses: Addresses;
  readonly exchange: Exchange;
  readonly client: SignInClient;
}

/** Declaration of a route that belongs to a plugin or to Kalends itself. */
export interface DeclaredRoute<Values = ParameterValues>
  extends Pick<Endpoint, "needsSameOrigin" | "ignoresBadCookie" | "setsCookie" | "isList"> {
  readonly method: PluginRoute["method"];
  /** Path with `{id}` for a number, and at most one other segment in braces for a name, such as `{token}`. */
  readonly path: string;
  /** Parameters whose documented bounds are enforced. */
  readonly parameters: Parameters;
  readonly document: EndpointDocument;
  /** Documentation of the segments in braces. */
  readonly segments: Parameters;
  readonly consumes?: PluginRoute["consumes"];
  /** True if responses depend only on the request, the stored data and the time. */
  readonly isPure: boolean;
  /**
   * True if responses to writes name undeclared parameters. Strict writes with such parameters are refused.
   */
  readonly reportsUnknown: boolean;
  permits(actor: Actor): boolean | Promise<boolean>;
  run(values: Values, request: DeclaredRequest): Promise<EndpointResponse>;
  readonly secrets?: RouteSecrets | undefined;
  /**
   * Set for routes that create or change credentials. Callers who use an API token or an authentication
   * scheme of a plugin may not use such routes.
   */
  readonly issuesCredentials?: true | undefined;
  /** Set if a caller with a session must have proved their identity recently; see `requireConfirmed`. */
  readonly needsConfirmation?: true | undefined;
}

const NO_BODY: BodyValues = { kind: "form", values: NOTHING };

const METHODS: Readonly<Record<PluginRoute["method"], OperationMethod>> = {
  GET: "read",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
};

/**
 * Returns the target of a path with `{id}`; `undefined` for other paths. A number that is too large becomes
 * 0, which no record has.
 */
const targetOf = ({ segments: { id } }: DeclaredRoute): Target<number> | undefined =>
  id && {
    id,
    find: async ({ name, text }) => ({ name, record: Number.isSafeInteger(Number(text)) ? Number(text) : 0 }),
  };

const toPattern = (path: string): string =>
  path.replace("{id}", "(\\d+)").replace(/\{(\w+)\}/g, "(?<$1>[\\w-]+)");

/** Returns the values that a request has for `{id}` and for the other segment in braces; empty if absent. */
const segmentsOf = (
  { path }: DeclaredRoute,
  { captured, capturedBelow = "" }: CalendarRequest,
): { readonly number: string; readonly name: string } =>
  path.includes("{id}") ? { number: captured, name: capturedBelow } : { number: "", name: captured };

/** Creates the routes, one for each path. Paths and methods must be valid and without duplicates. */
export const createDeclaredRoutes = (routes: readonly DeclaredRoute[], clock: Clock): readonly Route[] =>
  [...new Set(routes.map(({ path }) => path))].map((path) =>
    toRoute(
      path,
      routes.filter((route) => route.path === path),
      clock,
    ),
  );

const toRoute = (path: string, routes: readonly DeclaredRoute[], clock: Clock): Route => ({
  pattern: toPattern(path),
  endpoints: routes.map((route) => ({
    ...toEndpoint(route, clock),
    // The `Allow` header depends on the `permits` functions of all methods.
    isPure: routes.every(({ isPure }) => isPure),
    isApart: true,
  })),
  async allow({ actor }) {
    // A failing function of a plugin must not affect the other methods.
    const permitted = await Promise.all(
      routes.map(async (route) => {
        try {
          return (await route.permits(actor)) && (!route.issuesCredentials || mayIssueCredentials(actor));
        } catch {
          return false;
        }
      }),
    );
    return routes.filter((_route, index) => permitted[index]).map(({ method }) => method);
  },
});

interface Outcome {
  readonly answer: EndpointResponse;
  /** Undeclared parameters that were sent; empty if the route does not report them. */
  readonly unknown: readonly Adjustment[];
}

/** Creates the operation of a route, whose result is the response. */
const toOperation = (
  route: DeclaredRoute,
  clock: Clock,
  target: Target<number> | undefined,
  further: Omit<DeclaredRequest, "actor" | "id">,
): Operation<ParameterValues, Outcome, number> => ({
  method: METHODS[route.method],
  parameters: route.parameters,
  ...(route.reportsUnknown && route.method !== "GET" && { shown: new Set<string>() }),
  ...(target && { target }),
  async permits(actor) {
    if (!(await route.permits(actor))) return false;
    if (route.issuesCredentials && !mayIssueCredentials(actor))
      throw new CalendarError("rest_forbidden", { explanation: "no-issuing" });
    return true;
  },
  async run(values, { actor, found, strict = false, adjustments = [] }) {
    if (route.issuesCredentials || route.needsConfirmation) requireConfirmed(actor, clock.now());
    const unknown = createAdjustments({ strict, adjustments }).check();
    return { answer: await route.run(values, { actor, id: found?.record, ...further }), unknown };
  },
});

const withoutClose = ({ close: _close, ...content }: ReceivedContent): SentContent => content;

const toEndpoint = (route: DeclaredRoute, clock: Clock): Endpoint => {
  const target = targetOf(route);
  const { method, segments, parameters, document, secrets, needsSameOrigin, ignoresBadCookie } = route;
  const { setsCookie, isList } = route;
  return {
    methods: [method],
    ...(Object.keys(segments).length > 0 && { path: segments }),
    ...{ parameters, document },
    ...(needsSameOrigin && { needsSameOrigin }),
    ...(ignoresBadCookie && { ignoresBadCookie }),
    ...(setsCookie && { setsCookie }),
    ...(isList && { isList }),
    ...(secrets && { reread: createReread(secrets) }),
    async handle(request) {
      const { actor, addresses, exchange } = request;
      const received = route.consumes && exchange.content(route.consumes);
      // If the body is read as a stream, no byte of it is read before the caller's permission is checked.
      const raw = received === undefined ? await request.values() : mergeValues(request.query, NO_BODY, true);
      const { number, name } = segmentsOf(route, request);
      const found = target && (await target.find({ name: "id", text: number }, actor));
      const operation = toOperation(route, clock, target, {
        ...{ name, addresses, exchange },
        namespace: addresses.namespace,
        content: received && withoutClose(received),
        client: exchange.client(),
        isGone: () => exchange.isGone(),
      });
      let isRead = false;
      try {
        const strict = route.reportsUnknown && method !== "GET" && exchange.isStrict();
        const options = { found, strict, trace: exchange.trace() };
        const { answer, unknown } = await perform(operation, raw, actor, options);
        // A response stream may read the request body while it is sent.
        isRead = answer.content !== undefined && "stream" in answer.content;
        if (isRead) exchange.onceOver(() => received?.close());
        const made = secrets === undefined ? answer : withholding(answer, secrets);
        if (!route.reportsUnknown || method === "GET") return made;
        return {
          ...made,
          headers: { ...made.headers, ...adjustedHeaders({ adjustments: unknown }, strict) },
        };
      } finally {
        if (!isRead) received?.close();
      }
    },
  };
};
