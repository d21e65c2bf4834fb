import type { IncomingMessage } from "node:http";
import type { Operations } from "@kalends/core/interface";
import { type Layer, Router } from "@koa/router";
import { type Language, toLanguage } from "../messages/languages.ts";
import { escapePattern } from "../page-addresses/page-template.ts";
import { type Addresses, createAddresses } from "../request/address/addresses.ts";
import { toTemplate } from "../route/path-pattern.ts";
import type { Endpoint, Handle, Route } from "../route/route.ts";
import type { HttpSettings, Locale } from "../settings.ts";
import { describeRoute } from "./index-route.ts";
import { createInterfaceRoutes, type InterfaceRoutesDeps } from "./interface-routes.ts";

/** Endpoint as registered in the router. */
interface Registered {
  readonly route: Route;
  readonly endpoint: Pick<
    Endpoint,
    | "handle"
    | "declared"
    | "isList"
    | "isStream"
    | "isPure"
    | "isApart"
    | "varies"
    | "needsSameOrigin"
    | "setsCookie"
    | "ignoresBadCookie"
    | "isBackground"
  > &
    Partial<Pick<Endpoint, "parameters" | "again" | "isUpload">>;
  /** Path template of the route, from the REST root on. */
  readonly template: string;
}

/** Endpoint that matches a request, with the captured parts of the path. */
export interface MatchedEndpoint extends Registered {
  /** First identifier in the path, percent-encoded as sent; `""` if the path contains none. */
  readonly captured: string;
  /** Second identifier in the path, percent-encoded as sent. */
  readonly capturedBelow: string | undefined;
}

export interface CalendarRouter {
  /**
   * Returns the endpoint for an effective HTTP method and a path below the REST root; `undefined` if none
   * matches.
   */
  find(path: string, method: string): MatchedEndpoint | undefined;
}

/**
 * Creates the router. `root`: route at the REST root. `routes`: routes in the namespace. Source:
 * rules/interface.md#path-matching, rules/interface.md#unsupported-method.
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
      // Uses the router only to match paths. It cannot call handlers, because batch and in-process requests
      // have no Koa context.
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

/** REST interface at one base URL: at the REST root, or at the REST root of a locale. */
export interface Mount extends CalendarRouter {
  readonly isLocale: boolean;
  /** Language of descriptions. In a locale, also the language of error messages. */
  readonly language: Language;
  readonly addressesOf: (request: IncomingMessage) => Addresses;
}

/**
 * REST interface with all contributions of plugins. It serves HTTP requests, requests of batches and
 * in-process requests.
 */
export interface Interface {
  /** Operations of the calendar. Requests inside a transaction use other operations. */
  readonly operations: Operations;
  /**
   * Returns the REST interface of a locale. Without a name or for an unknown name, returns the one at the
   * REST root. Source: rules/interface.md#locale-segment.
   */
  mountOf(locale: string | undefined): Mount;
  /**
   * True if lists or events are available in formats other than JSON, so that responses depend on the
   * `Accept` header.
   */
  readonly hasForms: boolean;
}

export interface InterfaceDeps extends Omit<InterfaceRoutesDeps, "namespace" | "perPage" | "settings"> {
  readonly settings: HttpSettings;
}

export const createInterface = (deps: InterfaceDeps): Interface => {
  const { operations, settings, listFormats = [], eventFormats = [] } = deps;
  const namespace = `${settings.vendor}/events/v1`;
  // Members are read one by one, because the dependency container does not support spread syntax.
  const { pluginRoutes, logger, extraMembers, impureReads, readChanges, changeStreams, batch, bulk } = deps;
  const { htmlCleaner, signIns, accountDirectory, hostSignIn, mailQueue, publicAddress, stopwatch } = deps;
  const createRouter = (perPage?: number): CalendarRouter => {
    const { root, routes } = createInterfaceRoutes({
      ...{ operations, settings, namespace, perPage, pluginRoutes, logger, listFormats, eventFormats },
      ...{ extraMembers, impureReads, readChanges, changeStreams, batch, bulk },
      ...{ htmlCleaner, signIns, accountDirectory, hostSignIn, mailQueue, publicAddress, stopwatch },
    });
    return createCalendarRouter(namespace, root, routes);
  };
  const router = createRouter();
  const root: Mount = {
    ...router,
    isLocale: false,
    language: toLanguage(settings.language),
    addressesOf: createAddresses(settings),
  };
  const toMount = ({ name, perPage }: Locale): Mount => ({
    ...(perPage === undefined ? router : createRouter(perPage)),
    isLocale: true,
    language: toLanguage(name),
    addressesOf: createAddresses(settings, `/${name}`),
  });
  const locales = new Map(settings.locales.map((locale) => [locale.name, toMount(locale)]));
  return {
    operations,
    mountOf: (locale) => (locale === undefined ? root : (locales.get(locale) ?? root)),
    hasForms: listFormats.length + eventFormats.length > 0,
  };
};
