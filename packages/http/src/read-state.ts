import { ANONYMOUS } from "@kalends/core";
import type { Context } from "koa";
import { toDeclaredQuery } from "./request/address/declared-names.ts";
import { methodOverride, type RequestTarget, toEffectiveMethod } from "./request/address/request-target.ts";
import { createIdentityParameters } from "./request/caller/identity-parameters.ts";
import { requestIdOf } from "./request/caller/proxy.ts";
import type { RequestState } from "./request-state.ts";
import { type AnswerCache, keyOf } from "./response/answer-cache.ts";
import type { Interface } from "./routes/interface.ts";
import type { HttpSettings } from "./settings.ts";

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
