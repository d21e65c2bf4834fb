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

/** State of a request, shared by the middlewares of the interface. */
export interface RequestState {
  readonly id: string;
  readonly mount: Mount;
  readonly addresses: Addresses;
  /** Path below the REST root. */
  readonly path: string;
  /** The effective method. */
  readonly method: string;
  /** Endpoint for this path and method; `undefined` if none was found or looked for. */
  readonly matched: MatchedEndpoint | undefined;
  readonly query: RequestTarget["query"];
  /** Query parameters that the endpoint does not declare. */
  readonly unknown: readonly string[];
  /** True if the query contains credentials. */
  readonly hasCredentials: boolean;
  /** Token of the session cookie, valid or not; absent if there is none. */
  readonly cookie: string | undefined;
  /** Cache key of the response; absent if the response depends on more than the address. */
  readonly key: string | undefined;
  /** Cached response for this key. */
  readonly known: CachedResponse | undefined;
  /** True if the server is overloaded: then only cached responses are sent. */
  readonly isOverloaded: boolean;
  actor: Actor;
  /** Session cookie to set, or `null` to delete it; see `EndpointResponse.session`. */
  session?: string | null | undefined;
  /** Moment when making a cacheable response began. */
  since?: Moment | undefined;
  /**
   * Route that determines `Allow`. Not a closure: V8 would keep requests alive for longer, measured a tenth slower.
   */
  route?: Route;
  endpoint?: Pick<Endpoint, "isPure" | "varies">;
  request?: CalendarRequest;
  /** Path template of the endpoint that answered, from the REST root on. */
  template?: string;
  /** Code of the error in the response. */
  errorCode?: unknown;
  /** Response before it is sent; absent for files and when the client has disconnected. */
  prepared?: Prepared;
  /** Response to send, or cached response that is sent again. */
  sendable?: Sendable | undefined;
}

/** Key of the request state in a context: a symbol, so that it cannot collide with a member of a host. */
export const REQUEST: unique symbol = Symbol("request");

/** Koa context of a request for the interface. */
export interface CalendarContext extends Context {
  [REQUEST]: RequestState;
}

/** A middleware of the interface. */
export type Step = (ctx: CalendarContext, next: Next) => Promise<unknown>;

/** True if an actor has neither an account nor any capability. */
export const isAnonymousVisitor = (actor: Actor): boolean =>
  actor === ANONYMOUS ||
  (actor.id === undefined && !CAPABILITIES.some((capability) => actor.capabilities.has(capability)));

interface ReadStateDeps extends Pick<Interface, "mountOf" | "hasForms"> {
  /** Response cache; absent: responses are not cached. */
  readonly answers: ResponseCache | undefined;
  readonly settings: HttpSettings;
}

/** Returns a function that reads the address and headers of a request and returns its initial state. */
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
    // Cached responses have addresses without undeclared parameters, credentials and method overrides.
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
