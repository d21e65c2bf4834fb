import { type Layer, Router } from "@koa/router";
import { escapePattern } from "../page-addresses/page-template.ts";
import { toTemplate } from "../route/path-pattern.ts";
import type { Endpoint, Handle, Route } from "../route/route.ts";
import { describeRoute } from "./index-route.ts";

/** What is done at a route for some methods. */
interface Registered {
  readonly route: Route;
  readonly endpoint: Pick<
    Endpoint,
    "handle" | "declared" | "isList" | "isStream" | "isPure" | "isApart" | "varies"
  > &
    Partial<Pick<Endpoint, "parameters" | "again" | "isUpload">>;
  /** The route's path from the REST root on, with names for what differs. */
  readonly template: string;
}

/** The endpoint of a request. */
export interface MatchedEndpoint extends Registered {
  /** What the path names there, percent-encoded as it came; `""` on collections. */
  readonly captured: string;
  /** What it names below that, in the same form. */
  readonly capturedBelow: string | undefined;
}

export interface CalendarRouter {
  /** What is done for an effective method at a path below the REST root. */
  find(path: string, method: string): MatchedEndpoint | undefined;
}

/**
 * The routes, `root` at the REST root and the others in the namespace. Source: rules/interface.md#path-matching,
 * rules/interface.md#unsupported-method.
 */
export const createCalendarRouter = (
  namespace: string,
  root: Route,
  routes: readonly Route[],
): CalendarRouter => {
  const router = new Router();
  const registered = new Map<Layer, Registered>();
  for (const route of [root, ...routes]) {
    const prefix = route === root ? "/?" : `/${escapePattern(namespace)}`;
    const pattern = new RegExp(`^${prefix}${route.pattern}$`, "i");
    const template = route === root ? "/" : `/${namespace}${toTemplate(route.pattern)}`;
    const describe: Handle = async ({ addresses }) => ({
      status: 200,
      body: describeRoute(namespace, route, addresses),
      isDescription: true,
    });
    for (const endpoint of [...route.endpoints, { methods: ["OPTIONS"], handle: describe }]) {
      // Only found by the router: requests of batches and of the process itself have no context that it could be called with.
      const layer = router.register(pattern, [...endpoint.methods], () => undefined, { pathAsRegExp: true });
      registered.set(layer as Layer, { route, endpoint, template });
    }
  }
  return {
    find(path, method) {
      const [layer] = router.match(path || "/", method).pathAndMethod;
      const found = layer && registered.get(layer);
      if (layer === undefined || found === undefined) return undefined;
      const [captured = "", capturedBelow] = layer.captures(path);
      return { ...found, captured, capturedBelow };
    },
  };
};
