import type { IncomingMessage } from "node:http";
import type { HttpSettings } from "../../settings.ts";
import { originOf, originParts } from "../caller/proxy.ts";

/** Base URLs of the calendar, from which the URLs in responses are built. None ends with a slash. */
export interface Addresses {
  /**
   * URL of the site, such as `https://calendar.example`. Includes the path at which a host has mounted the
   * calendar.
   */
  readonly site: string;
  /** URL of the site in the locale, such as `https://calendar.example/fr`. */
  readonly home: string;
  /** URL of the REST root without the locale; the same in every locale. */
  readonly root: string;
  /** URL of the REST root, such as `https://calendar.example/wp-json`. */
  readonly rest: string;
  /** URL of the API's namespace, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /**
   * Base URL of image files, such as `https://calendar.example/wp-json/media`. It is the same in every
   * locale.
   */
  readonly media: string;
  /**
   * Prefix of all global ids: host and path of the site without the mount path, followed by `?id=`. Source:
   * rules/representations.md#global-id.
   */
  readonly globalId: string;
}

/** Returns the base URLs of the calendar at `base`. Source: rules/representations.md#base-addresses. */
const toAddresses = (
  base: string,
  { mountPath = "", restRoot, vendor }: HttpSettings,
  prefix: string,
): Addresses => {
  const { hostname, pathname } = new URL(base);
  const site = base + mountPath;
  const home = site + prefix;
  const rest = home + restRoot;
  return {
    site,
    home,
    root: site + restRoot,
    rest,
    namespace: `${rest}/${vendor}/events/v1`,
    media: `${site}${restRoot}/media`,
    globalId: `${hostname}${pathname.replace(/(?<!\/)\/+$/, "")}?id=`,
  };
};

/**
 * Returns the URLs below a base URL, such as `https://calendar.example/site`. `prefix`: path of a locale,
 * such as `/fr`.
 */
export const addressesBelow = (baseUrl: string, settings: HttpSettings, prefix = ""): Addresses => {
  // Parsing converts letters beyond ASCII, which HTTP headers cannot contain.
  const { origin, pathname } = new URL(baseUrl);
  return toAddresses(origin + pathname.replace(/(?<!\/)\/+$/, ""), settings, prefix);
};

/**
 * Creates a function that returns the base URLs for a request. They begin with the setting `baseUrl` or,
 * without it, with the origin of the request. `prefix`: path of a locale, such as `/fr`, so that links stay
 * in the requested language. Source: rules/interface.md#rest-root,
 * rules/description.md#what-a-locale-changes.
 */
export const createAddresses = (
  settings: HttpSettings,
  prefix = "",
): ((request: IncomingMessage) => Addresses) => {
  const { baseUrl, trustProxy } = settings;
  if (baseUrl !== undefined) {
    const addresses = addressesBelow(baseUrl, settings, prefix);
    return () => addresses;
  }
  let last: { readonly sent: readonly unknown[]; readonly addresses: Addresses } | undefined;
  return (request) => {
    const sent = originParts(request, trustProxy);
    if (last === undefined || sent.some((part, index) => part !== last?.sent[index]))
      last = { sent, addresses: toAddresses(originOf(request, trustProxy), settings, prefix) };
    return last.addresses;
  };
};
