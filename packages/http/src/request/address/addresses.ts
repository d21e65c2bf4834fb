import type { IncomingMessage } from "node:http";
import type { HttpSettings } from "../../settings.ts";
import { originOf, originParts } from "../caller/proxy.ts";

/** The absolute addresses that answers are made of; none ends in a slash. */
export interface Addresses {
  /** The site, such as `https://calendar.example`, with the place where a host has mounted the calendar. */
  readonly site: string;
  /** The REST root, such as `https://calendar.example/wp-json`. */
  readonly rest: string;
  /** The namespace, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /** What image files lie below, such as `https://calendar.example/wp-json/media`: the same in every locale. */
  readonly media: string;
  /**
   * What a global id begins with: host and path of the site without that place, and `?id=`. Source: rules/representations.md#global-id.
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
    rest,
    namespace: `${rest}/${vendor}/events/v1`,
    media: `${site}${restRoot}/media`,
    globalId: `${hostname}${pathname.replace(/(?<!\/)\/+$/, "")}?id=`,
  };
};

/** Addresses below this base, such as `https://calendar.example/site`; with `prefix` those of a locale, as below. */
export const addressesBelow = (baseUrl: string, settings: HttpSettings, prefix = ""): Addresses => {
  // As a URL: letters beyond ASCII would not fit into headers.
  const { origin, pathname } = new URL(baseUrl);
  return toAddresses(origin + pathname.replace(/(?<!\/)\/+$/, ""), settings, prefix);
};

/**
 * Addresses for each request: from the settings, else from what the client asked for. `prefix` is that of a locale, such as
 * `/fr`: links stay in the language that was asked for. Source: rules/interface.md#rest-root,
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
