import { CalendarError, type Parameters } from "@kalends/core";
import { Router } from "@koa/router";
import { describeRoute } from "./index-route.ts";
import type { Answer, Endpoint, Handle, Route } from "./route.ts";

/** A route found for a request. */
export interface Matched {
  readonly route: Route;
  /** What the path names there, percent-encoded as it came; `""` on collections. */
  readonly captured: string;
  readonly handle: Handle;
  /** What the query or the body may carry. */
  readonly parameters: Parameters;
  /** Whether it reads many records at once. */
  readonly isList: boolean;
}

/**
 * The route for a path below the REST root and a method; `undefined` when there is none. Paths match whatever the case of
 * their letters. Source: 00-overview section 1.
 */
export type CalendarRouter = (path: string, method: string) => Matched | undefined;

/** What is done for a method. */
type Action = Pick<Endpoint, "handle" | "isList"> & Partial<Pick<Endpoint, "parameters">>;

const escapePattern = (text: string): string => text.replace(/[^a-z0-9/]/gi, "\\$&");

/**
 * Finds the routes, `root` at the REST root and the others in the namespace; answering is for the caller, because the steps
 * around a route depend on which one it is.
 */
export const createCalendarRouter = (
  namespace: string,
  root: Route,
  routes: readonly Route[],
): CalendarRouter => {
  const router = new Router();
  const known = new Map<
    unknown,
    { readonly route: Route; readonly handles: Readonly<Record<string, Action>> }
  >();
  for (const route of [root, ...routes]) {
    const describe: Handle = async ({ addresses }) => ({
      status: 200,
      body: describeRoute(namespace, route, addresses),
      isDescription: true,
    });
    const handles: Readonly<Record<string, Action>> = {
      ...Object.fromEntries(
        route.endpoints.flatMap((endpoint) => endpoint.methods.map((method) => [method, endpoint])),
      ),
      OPTIONS: { handle: describe },
    };
    const prefix = route === root ? "" : `/${escapePattern(namespace)}`;
    const pattern = new RegExp(`^${prefix}${route.pattern}$`, "i");
    const layer = router.register(pattern, Object.keys(handles), () => undefined, { pathAsRegExp: true });
    known.set(layer, { route, handles });
  }
  return (path, method) => {
    const [layer] = router.match(path, method).pathAndMethod;
    const found = known.get(layer);
    const endpoint = found?.handles[method];
    if (layer === undefined || found === undefined || endpoint === undefined) return undefined;
    const { handle, isList = false, parameters = {} } = endpoint;
    return { route: found.route, captured: layer.captures(path)[0] ?? "", handle, isList, parameters };
  };
};

/** The only answer where nothing matches. */
export const noRoute = (method: string): Answer => {
  if (method === "OPTIONS") return { status: 200, body: [] };
  throw new CalendarError("rest_no_route");
};
