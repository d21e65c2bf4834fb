import { type Actor, ANONYMOUS } from "@kalends/core";
import { CAPABILITIES } from "@kalends/core/interface";
import type { Context, Next } from "koa";
import type { Addresses } from "./request/address/addresses.ts";
import { toDeclaredQuery } from "./request/address/declared-names.ts";
import { methodOverride, type RequestTarget, toEffectiveMethod } from "./request/address/request-target.ts";
import { createIdentityParameters } from "./request/caller/identity-parameters.ts";
import { requestIdOf } from "./request/caller/proxy.ts";
import { type AnswerCache, type KeptAnswer, keyOf, type Moment } from "./response/answer-cache.ts";
import type { Prepared } from "./response/preparation.ts";
import type { Sendable } from "./response/sendable.ts";
import type { CalendarRequest, Endpoint, Route } from "./route/route.ts";
import type { Interface, MatchedEndpoint, Mount } from "./routes/interface.ts";
import type { HttpSettings } from "./settings.ts";

/** The state of a request that the middlewares of the interface share. */
export interface RequestState {
  readonly id: string;
  readonly mount: Mount;
  readonly addresses: Addresses;
  /** Below the REST root. */
  readonly path: string;
  /** The effective method. */
  readonly method: string;
  /** What is done there by this method; `undefined`: nothing, or it was not looked for. */
  readonly matched: MatchedEndpoint | undefined;
  readonly query: RequestTarget["query"];
  /** Parameters that the read at the path does not declare. */
  readonly unknown: readonly string[];
  /** Whether the address has something in it that says who asks. */
  readonly isSecret: boolean;
  /** By which its answer is kept; absent where more than the address decides. */
  readonly key: string | undefined;
  /** What was answered there before. */
  readonly known: KeptAnswer | undefined;
  /** Whether there is no room for it: then only what is kept is answered. */
  readonly isShed: boolean;
  actor: Actor;
  /** When the making of an answer began that may be kept. */
  since?: Moment | undefined;
  /** For `Allow`. Not as one closure, with which V8 keeps requests for longer: measured, a tenth slower. */
  route?: Route;
  endpoint?: Pick<Endpoint, "isPure" | "varies">;
  request?: CalendarRequest;
  /** Of the path that was answered, from the REST root on. */
  template?: string;
  /** Of the error that is answered. */
  errorCode?: unknown;
  /** Absent when the client has gone, and for files. */
  prepared?: Prepared;
  /** What was kept and is sent again. */
  sendable?: Sendable | undefined;
}

/** The member of a context that has the state: a symbol, which no host has. */
export const REQUEST: unique symbol = Symbol("request");

/** The context of a request for the interface. */
export interface CalendarContext extends Context {
  [REQUEST]: RequestState;
}

/** A middleware of the interface. */
export type Step = (ctx: CalendarContext, next: Next) => Promise<unknown>;

/** Whether an actor is anybody at all. */
export const isNobody = (actor: Actor): boolean =>
  actor === ANONYMOUS ||
  (actor.id === undefined && !CAPABILITIES.some((capability) => actor.capabilities.has(capability)));

interface ReadStateDeps extends Pick<Interface, "mountOf" | "hasForms"> {
  /** Absent: none are kept. */
  readonly answers: AnswerCache | undefined;
  readonly settings: HttpSettings;
}

/** Reads the address and the headers of a request: the state with which it begins. */
export const createReadState = ({ mountOf, hasForms, answers, settings }: ReadStateDeps) => {
  const identityParameters = createIdentityParameters(settings);
  return (ctx: Context, { locale, path, query }: RequestTarget, isShed: boolean): RequestState => {
    const mount = mountOf(locale);
    const addresses = mount.addressesOf(ctx.req);
    const id = requestIdOf(ctx, settings.trustProxy);
    const actor = ANONYMOUS;
    // Each state is one literal: measured, spreads make it slow to read.
    const sent = answers && keyOf(ctx, addresses.rest, hasForms, ctx.querystring);
    const kept = sent === undefined ? undefined : answers?.find(sent);
    // Answers are kept by addresses in which nothing is undeclared, says who asks, or names another method.
    if (kept !== undefined) {
      const { method } = ctx;
      const [unknown, isSecret, key, known] = [[], false, sent, kept] as const;
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
        isSecret,
        key,
        known,
        isShed,
        actor,
      };
    }
    const isSecret = identityParameters.areIn(query);
    const override = methodOverride(ctx, query().values);
    const method = toEffectiveMethod(ctx, override);
    const matched = mount.find(path, method);
    const { search, unknown } = toDeclaredQuery(
      ctx.querystring,
      query,
      matched?.endpoint.declared,
      settings.identityParameters,
    );
    const isKeyed = sent !== undefined && !isSecret && override === "";
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
      isSecret,
      key,
      known,
      isShed,
      actor,
    };
  };
};
