import { type Actor, ANONYMOUS } from "@kalends/core";
import { CAPABILITIES } from "@kalends/core/interface";
import type { Context, Next } from "koa";
import type { Addresses } from "./request/address/addresses.ts";
import { toDeclaredQuery } from "./request/address/declared-names.ts";
import { methodOverride, type RequestTarget, toEffectiveMethod } from "./request/address/request-target.ts";
import { createIdentityParameters } from "./request/caller/identity-parameters.ts";
import { requestIdOf } from "./request/caller/proxy.ts";
import { readSessionCookie } from "./request/caller/session-cookie.ts";
import type { Prepared } from "./response/preparation.ts";
import { type CachedResponse, keyOf, type Moment, type ResponseCache } from "./response/response-cache.ts";
import type { Sendable } from "./response/sendable.ts";
import type { CalendarRequest, Endpoint, Route } from "./route/route.ts";
import type { Interface, MatchedEndpoint, Mount } from "./routes/interface.ts";
import type { HttpSettings } from "./settings.ts";

/** State of a request to the REST interface, which its middlewares share. */
export interface RequestState {
  readonly id: string;
  readonly mount: Mount;
  readonly addresses: Addresses;
  /** Path below the REST root, such as `/tribe/events/v1/events`. */
  readonly path: string;
  /** Effective HTTP method. */
  readonly method: string;
  /**
   * Endpoint for the path and method. `undefined` if none was found, or if a cached response made the search
   * unnecessary.
   */
  readonly matched: MatchedEndpoint | undefined;
  readonly query: RequestTarget["query"];
  /** Names of query parameters that the endpoint does not declare. */
  readonly unknown: readonly string[];
  /**
   * True if the query contains credentials. Also true if the query cannot be parsed and plugins declare
   * parameters for credentials.
   */
  readonly hasCredentials: boolean;
  /** Token of the session cookie, valid or not; absent if there is none. */
  readonly cookie: string | undefined;
  /** Cache key of the response; absent if the response depends on more than the address. */
  readonly key: string | undefined;
  /** Cached response for `key`. */
  readonly known: CachedResponse | undefined;
  /** True if the server is overloaded, so that only cached responses are sent. */
  readonly isOverloaded: boolean;
  actor: Actor;
  /** Token of the session cookie to set; `null` deletes the cookie. */
  session?: string | null | undefined;
  /** State of the store and the clock before a cacheable response was produced. */
  since?: Moment | undefined;
  /**
   * Route that determines the `Allow` header. Not a closure, because V8 would then keep requests in memory
   * for longer. A closure was measured to be a tenth slower.
   */
  route?: Route;
  endpoint?: Pick<Endpoint, "isPure" | "varies">;
  request?: CalendarRequest;
  /** Path template of the endpoint that produced the response, from the REST root on. */
  template?: string;
  /** Error code in the response. */
  errorCode?: unknown;
  /** Response in its form before serialization. Absent for files, and if the client has disconnected. */
  prepared?: Prepared;
  /** Serialized response, or cached response, that is sent. */
  sendable?: Sendable | undefined;
}

/** Key of the request state in a Koa context. A symbol cannot collide with names of a host. */
export const REQUEST: unique symbol = Symbol("request");

/** Koa context of a request to the REST interface. */
export interface CalendarContext extends Context {
  [REQUEST]: RequestState;
}

/** Middleware of the REST interface. */
export type Step = (ctx: CalendarContext, next: Next) => Promise<unknown>;

/** True if the actor has neither an account nor any capability. */
export const isAnonymousVisitor = (actor: Actor): boolean =>
  actor === ANONYMOUS ||
  (actor.id === undefined && !CAPABILITIES.some((capability) => actor.capabilities.has(capability)));

interface ReadStateDeps extends Pick<Interface, "mountOf" | "hasForms"> {
  /** Response cache. Without it, responses are not cached. */
  readonly answers: ResponseCache | undefined;
  readonly settings: HttpSettings;
}

/**
 * Creates a function that reads the URL and headers of a request and returns the initial state of the
 * request.
 */
export const createReadState = ({ mountOf, hasForms, answers, settings }: ReadStateDeps) => {
  const identityParameters = createIdentityParameters(settings);
  return (ctx: Context, { locale, path, query }: RequestTarget, isOverloaded: boolean): RequestState => {
    const mount = mountOf(locale);
    const addresses = mount.addressesOf(ctx.req);
    const id = requestIdOf(ctx, settings.trustProxy);
    const actor = ANONYMOUS;
    // Each state is one object literal: objects made by spreads were measured to be slow to read.
    const cookie = readSessionCookie(ctx.req, () => addresses, settings);
    const sent =
      cookie === undefined ? answers && keyOf(ctx, addresses.rest, hasForms, ctx.querystring) : undefined;
    const kept = sent === undefined ? undefined : answers?.find(sent);
    // Cached URLs contain no undeclared parameters, no credentials and no method override.
    if (kept !== undefined) {
      const { method } = ctx;
      const [unknown, hasCredentials, key, known] = [[], false, sent, kept] as const;
      const matched = undefined;
      return {
        id,
        mount,
        addresses,
        path,
        query,
        method,
        matched,
        unknown,
        hasCredentials,
        cookie,
        key,
        known,
        isOverloaded,
        actor,
      };
    }
    const hasCredentials = identityParameters.areIn(query);
    const override = methodOverride(ctx, query().values);
    const method = toEffectiveMethod(ctx, override);
    const matched = mount.find(path, method);
    const { search, unknown } = toDeclaredQuery(
      ctx.querystring,
      query,
      matched?.endpoint.declared,
      settings.identityParameters,
    );
    const isKeyed = sent !== undefined && !hasCredentials && override === "";
    const key = isKeyed ? keyOf(ctx, addresses.rest, hasForms, search) : undefined;
    const known = key === undefined ? undefined : answers?.find(key);
    return {
      id,
      mount,
      addresses,
      path,
      query,
      method,
      matched,
      unknown,
      hasCredentials,
      cookie,
      key,
      known,
      isOverloaded,
      actor,
    };
  };
};
