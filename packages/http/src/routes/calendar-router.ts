import { Router } from "@koa/router";
import type { DefaultState, Next } from "koa";
import type { DeclaredNames } from "../request/address/declared-names.ts";
import { describeRoute } from "./index-route.ts";
import { toTemplate } from "./path-pattern.ts";
import type { Endpoint, Handle, Route } from "./route.ts";

/** What is done at a route for some methods. */
interface Matched {
  readonly route: Route;
  readonly endpoint: Pick<Endpoint, "handle" | "declared" | "isList" | "isStream" | "isPure" | "varies"> &
    Partial<Pick<Endpoint, "parameters" | "again" | "isUpload">>;
  /** The route's path from the REST root on, with names for what differs. */
  readonly template: string;
  /** What the path names there, percent-encoded as it came; `""` on collections. */
  readonly captured: string;
  /** What it names below that, in the same form. */
  readonly capturedBelow: string | undefined;
}

/** What a request asks for: a path below the REST root, and the effective method. */
export interface Target {
  readonly path: string;
  readonly method: string;
}

export type AnswerEndpoint<Request extends Target> = (request: Request, matched: Matched) => Promise<void>;

/** Answers with the endpoint that a request asks for, or calls `next` where there is none. */
export type Dispatch<Request extends Target> = (request: Request, next: Next) => Promise<unknown>;

export interface CalendarRouter<Request extends Target> {
  readonly dispatch: Dispatch<Request>;
  /** `Endpoint.declared` of the read at a path below the REST root; absent also where nothing is read. */
  readonly declaredAt: (path: string) => DeclaredNames | undefined;
}

const escapePattern = (text: string): string => text.replace(/[^a-z0-9/]/gi, "\\$&");

/**
 * The routes, `root` at the REST root and the others in the namespace. Source: rules/interface.md#path-matching,
 * rules/interface.md#unsupported-method.
 */
export const createCalendarRouter = <Request extends Target>(
  namespace: string,
  root: Route,
  routes: readonly Route[],
  answerEndpoint: AnswerEndpoint<Request>,
): CalendarRouter<Request> => {
  const reads: { readonly pattern: RegExp; readonly declared: DeclaredNames | undefined }[] = [];
  const router = new Router<DefaultState, { readonly asked: Request }>();
  for (const route of [root, ...routes]) {
    const prefix = route === root ? "/?" : `/${escapePattern(namespace)}`;
    const pattern = new RegExp(`^${prefix}${route.pattern}$`, "i");
    const template = route === root ? "/" : `/${namespace}${toTemplate(route.pattern)}`;
    const describe: Handle = async ({ addresses }) => ({
      status: 200,
      body: describeRoute(namespace, route, addresses),
      isDescription: true,
    });
    const read = route.endpoints.find(({ methods }) => methods.includes("GET"));
    if (read !== undefined) reads.push({ pattern, declared: read.declared });
    for (const endpoint of [...route.endpoints, { methods: ["OPTIONS"], handle: describe }]) {
      router.register(
        pattern,
        [...endpoint.methods],
        ({ asked, captures }) =>
          answerEndpoint(asked, {
            route,
            endpoint,
            template,
            captured: captures?.[0] ?? "",
            capturedBelow: captures?.[1],
          }),
        { pathAsRegExp: true },
      );
    }
  }
  const dispatch = router.routes();
  return {
    async dispatch(asked, next) {
      // All that it reads; the context itself has the path and method of the request line, and perhaps a router of the host.
      const context = { asked, newRouterPath: asked.path || "/", method: asked.method, request: {} };
      return dispatch(context as unknown as Parameters<typeof dispatch>[0], next);
    },
    declaredAt: (path) => reads.find(({ pattern }) => pattern.test(path || "/"))?.declared,
  };
};
