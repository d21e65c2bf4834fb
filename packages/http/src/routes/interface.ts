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

/** An address that the interface is at: the REST root, or that of a locale. */
export interface Mount extends CalendarRouter {
  readonly isLocale: boolean;
  /** Of the descriptions; of the messages, too, where the address names it. */
  readonly language: Language;
  readonly addressesOf: (request: IncomingMessage) => Addresses;
}

/** The REST interface with all that plugins add to it: what answers requests, those of batches and of the process itself too. */
export interface Interface {
  /** Of the calendar; a request inside a transaction brings its own. */
  readonly operations: Operations;
  /** The mount of a locale by its name, and the REST root for no name or an unknown one. Source: rules/interface.md#locale-segment. */
  mountOf(locale: string | undefined): Mount;
  /** True if lists or events have other forms than JSON, so that the `Accept` header counts. */
  readonly hasForms: boolean;
}

export interface InterfaceDeps extends Omit<InterfaceRoutesDeps, "namespace" | "perPage" | "settings"> {
  readonly settings: HttpSettings;
}

export const createInterface = (deps: InterfaceDeps): Interface => {
  const { operations, settings, listFormats = [], eventFormats = [] } = deps;
  const namespace = `${settings.vendor}/events/v1`;
  // Member by member: a container cannot be copied.
  const { pluginRoutes, logger, extraMembers, impureReads, readChanges, changeStreams, batch } = deps;
  const createRouter = (perPage?: number): CalendarRouter => {
    const { root, routes } = createInterfaceRoutes({
      ...{ operations, settings, namespace, perPage, pluginRoutes, logger, listFormats, eventFormats },
      ...{ extraMembers, impureReads, readChanges, changeStreams, batch },
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
