import type { IncomingMessage } from "node:http";
import type { HttpSettings } from "../../settings.ts";
import { originOf, originParts } from "../caller/proxy.ts";

/** Absolute URLs that responses are built from; none ends in a slash. */
export interface Addresses {
  /**
   * URL of the site, such as `https://calendar.example`, with the path at which a host has mounted the calendar.
   */
  readonly site: string;
  /** URL of the REST root without the locale; the same in every locale. */
  readonly root: string;
  /** URL of the REST root, such as `https://calendar.example/wp-json`. */
  readonly rest: string;
  /** URL of the namespace, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /**
   * URL below which image files lie, such as `https://calendar.example/wp-json/media`. It is the same in every
   * locale.
   */
  readonly media: string;
  /**
   * Start of each global id: host and path of the site without the mount path, and `?id=`.
   * Source: rules/representations.md#global-id.
   */
  readonly globalId: string;
}

/** Source: rules/representations.md#base-addresses. */
const toAddresses = (
  base: string,
  { mountPath = "", restRoot, vendor }: HttpSettings,
  prefix: string,
): Addresses => {
  const { hostname, pathname } = new URL(base);
  const site = base + mountPath;
  const rest = site + prefix + restRoot;
  return {
    site,
    root: site + restRoot,
    rest,
    namespace: `${rest}/${vendor}/events/v1`,
    media: `${site}${restRoot}/media`,
    globalId: `${hostname}${pathname.replace(/(?<!\/)\/+$/, "")}?id=`,
  };
};

/**
 * Returns the URLs below a base, such as `https://calendar.example/site`. `prefix` is the path of a locale, such as
 * `/fr`.
 */
export const addressesBelow = (baseUrl: string, settings: HttpSettings, prefix = ""): Addresses => {
  // Parsed as a URL because headers cannot contain letters beyond ASCII.
  const { origin, pathname } = new URL(baseUrl);
  return toAddresses(origin + pathname.replace(/(?<!\/)\/+$/, ""), settings, prefix);
};

/**
 * Creates a function that returns the URLs for a request: from the settings, else from the request. `prefix` is the
 * path of a locale, such as `/fr`: links stay in the requested language.
 * Source: rules/interface.md#rest-root, rules/description.md#what-a-locale-changes.
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
