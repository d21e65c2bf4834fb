import { CalendarError } from "@kalends/core";
import type { Context } from "koa";
import type { CountRequest } from "./request/admission/rate-limits.ts";
import type { Identify } from "./request/caller/identify.ts";
import { INVALID_SESSION, requireSameOrigin } from "./request/caller/session-cookie.ts";
import { REQUEST, type Step } from "./request-state.ts";
import type { SharedResources } from "./response/shared-resources.ts";
import { WRITES } from "./route/route.ts";
import type { HttpSettings } from "./settings.ts";

interface IdentifyCallerDeps extends Pick<SharedResources, "answers" | "inTurnOfRefusal"> {
  readonly identify: Identify;
  readonly countRequest: CountRequest;
  readonly settings: Pick<HttpSettings, "publicOrigin">;
}

/**
 * True if the client has marked the request so that it does not count as a use of its session.
 * Source: rules/sign-in.md#sessions.
 */
const isMarkedBackground = (ctx: Context): boolean => ctx.get("X-Kalends-Background") === "1";

/**
 * Creates the step that counts a request and identifies its caller. While the server is overloaded, the step
 * refuses requests without a current cached response.
 */
export const createIdentifyCaller =
  ({ identify, countRequest, answers, inTurnOfRefusal, settings }: IdentifyCallerDeps): Step =>
  async (ctx, next) => {
    const state = ctx[REQUEST];
    const { method, addresses, path, query, hasCredentials, isOverloaded, known, cookie, matched } = state;
    if (isOverloaded && (known === undefined || !answers?.isCurrent(known))) {
      await inTurnOfRefusal();
      throw new CalendarError("rest_storage_unavailable");
    }
    const {
      needsSameOrigin,
      ignoresBadCookie,
      isBackground = isMarkedBackground(ctx),
    } = matched?.endpoint ?? {};
    if (needsSameOrigin) requireSameOrigin(ctx.req, addresses, settings);
    const intent = { method, site: addresses.site, path, query, cookie, isBackground };
    const actor = await countRequest(ctx, hasCredentials || cookie !== undefined, () =>
      identify(ctx.req, intent),
    );
    if (actor === INVALID_SESSION) {
      if (WRITES.has(method) && !ignoresBadCookie) throw new CalendarError("rest_forbidden");
      state.session = null;
    } else state.actor = actor;
    await next();
  };
