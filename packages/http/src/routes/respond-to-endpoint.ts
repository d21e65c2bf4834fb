import { CalendarError, isCalendarError, isStorageFailure } from "@kalends/core";
import type { Operations } from "@kalends/core/interface";
import type { Once } from "../idempotency/once.ts";
import { createRespondOnce } from "../idempotency/respond-once.ts";
import type { CountAdditional } from "../request/admission/rate-limits.ts";
import { hasBody } from "../request/body/incoming-bytes.ts";
import { createBodyReader } from "../request/body/request-body.ts";
import type { Identify } from "../request/caller/identify.ts";
import { INVALID_SESSION } from "../request/caller/session-cookie.ts";
import { disableResponse, isGone } from "../request/connections.ts";
import { toExchange } from "../request/exchange.ts";
import { createLanguageNegotiation } from "../request/preference.ts";
import { type CalendarContext, REQUEST } from "../request-state.ts";
import type { Prepared } from "../response/preparation.ts";
import type { Workload } from "../response/schedule.ts";
import type { SharedResources } from "../response/shared-resources.ts";
import { WRITES } from "../route/route.ts";
import { type CallEndpointDeps, createCallEndpoint } from "./call-endpoint.ts";
import type { MatchedEndpoint } from "./interface.ts";

/** Page size above which a list counts as long. */
const MANY = 20;

interface AnswerEndpointDeps extends CallEndpointDeps {
  readonly operations: Operations;
  readonly identify: Identify;
  readonly once: Once | undefined;
  readonly countMore: CountAdditional;
  readonly answering: Pick<SharedResources, "prepare" | "inListTurn" | "fragments" | "budgets">;
}

/** Creates the function that calls the endpoint of an HTTP request and prepares its response. */
export const createRespondToEndpoint = ({
  operations,
  identify,
  once,
  countMore,
  answering: { prepare, inListTurn, fragments, budgets },
  ...deps
}: AnswerEndpointDeps): ((ctx: CalendarContext, matched: MatchedEndpoint) => Promise<void>) => {
  const { settings } = deps;
  const callEndpoint = createCallEndpoint(deps, fragments);
  const negotiateLanguage = createLanguageNegotiation(settings.language);
  const readBody = createBodyReader(settings, budgets);
  const answerKeyed = createRespondOnce(once);

  return async (ctx, { route, endpoint, template, captured, capturedBelow }) => {
    const state = ctx[REQUEST];
    const { id, mount, addresses, method, actor } = state;
    const { values: query, refusal } = state.query();
    const { isList = false, parameters = {} } = endpoint;
    const isWrite = WRITES.has(method);
    const sent = toExchange(ctx, id, {
      async identify() {
        const { path, query: readQuery, cookie } = state;
        const { site } = addresses;
        const intent = { method, site, path, query: readQuery, cookie, isBackground: true };
        const current = await identify(ctx.req, intent);
        // The session has ended.
        if (current === INVALID_SESSION) throw new CalendarError("rest_forbidden");
        return current;
      },
      countMore: (caller, requests) => countMore(ctx, caller, requests),
      inListTurn: (work) => inListTurn(ctx, work),
      cookie: state.cookie,
      settings,
      budgets,
    });
    const { request, make, forget } = answerKeyed({
      ...{ exchange: sent, actor, method, path: state.path, route, endpoint },
      call: (exchange) =>
        callEndpoint(endpoint, {
          exchange,
          actor,
          operations,
          method,
          captured,
          capturedBelow,
          addresses,
          query,
          path: state.path,
          search: ctx.querystring,
          language: mount.language,
          messageLanguage: () => (mount.isLocale ? mount.language : negotiateLanguage(ctx)),
          readBody: () => readBody(ctx, { actor, isWrite, parameters }),
        }),
    });
    state.route = route;
    state.endpoint = endpoint;
    state.template = template;
    state.request = request;
    if (refusal !== undefined) throw refusal;
    const isStream = endpoint.isStream?.(request.exchange) === true;
    let prepared: Prepared | undefined;
    try {
      let list: Exclude<Workload, "file"> | undefined;
      if (isList && !isStream) {
        // Classifies the list after its body has arrived, because the body may contain the page size.
        const { per_page: perPage } = hasBody(ctx) ? await request.values() : query;
        // The value is not yet validated, so it may have any type.
        const isNumber = typeof perPage === "string" || typeof perPage === "number";
        list = isNumber && Number(perPage) > MANY ? "long" : "short";
      }
      prepared = await prepare({ ctx, isRead: !isWrite, list, make });
    } catch (error) {
      // Streams and dry runs of disconnected clients fail as if the server were overloaded. Their errors are
      // ignored.
      const isRefused =
        isCalendarError(error) && (isStream || (isStorageFailure(error) && error.cause === undefined));
      if (!isRefused || !isGone(ctx)) throw error;
    } finally {
      forget();
    }
    if (prepared === undefined) disableResponse(ctx);
    else state.prepared = prepared;
  };
};
