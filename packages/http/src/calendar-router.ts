import { CalendarError } from "@kalends/core";
import { Router } from "@koa/router";
import type { Context } from "koa";
import { describeRoute } from "./index-route.ts";
import type { Answer, CalendarRequest, Route } from "./request-state.ts";

/** A route found for a request. */
export interface Matched {
  readonly route: Route;
  readonly captured: string;
  answer(request: CalendarRequest): Promise<Answer>;
}

export interface CalendarRouter {
  /**
   * The route for a path below the REST root and a method; `undefined` when there is none. Paths match whatever the case of
   * their letters.
   */
  match(ctx: Context, path: string, method: string): Promise<Matched | undefined>;
}

interface RouterState {
  matched?: Matched;
}

const escapePattern = (text: string): string => text.replace(/[^a-z0-9/]/gi, "\\$&");

/** What the router knows: every route with its methods, and `OPTIONS` for each. Source: 00-overview section 1. */
export const createCalendarRouter = (namespace: string, routes: readonly Route[]): CalendarRouter => {
  const router = new Router<{ readonly found: RouterState }>();
  for (const route of routes) {
    const path = new RegExp(`^/${escapePattern(namespace)}${route.pattern}$`, "i");
    const methods = Object.keys(route.methods);
    const description: Answer = { status: 200, body: describeRoute(namespace, methods) };
    const handles = { ...route.methods, OPTIONS: () => Promise.resolve(description) };
    for (const [method, handle] of Object.entries(handles)) {
      router.register(
        path,
        [method],
        (ctx) => {
          const captures = (ctx as { captures?: readonly string[] }).captures ?? [];
          ctx.state.found.matched = { route, captured: captures[0] ?? "", answer: handle };
        },
        { pathAsRegExp: true },
      );
    }
  }
  const dispatch = router.routes();
  return {
    async match(ctx, path, method) {
      const found: RouterState = {};
      const inner = Object.assign(Object.create(ctx) as Context, {
        newRouterPath: path === "" ? "/" : path,
        method,
        state: { found },
        matched: undefined,
      });
      await dispatch(inner as never, () => Promise.resolve());
      return found.matched;
    },
  };
};

/** The only answer where nothing matches. */
export const noRoute = (method: string): Answer => {
  if (method === "OPTIONS") return { status: 200, body: [] };
  throw new CalendarError("rest_no_route");
};
