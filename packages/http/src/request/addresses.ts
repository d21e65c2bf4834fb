import type { IncomingMessage } from "node:http";
import type { HttpSettings } from "../settings.ts";

/** The absolute addresses that answers are made of; none ends in a slash. */
export interface Addresses {
  /** The site, such as `https://calendar.example`. */
  readonly site: string;
  /** The REST root, such as `https://calendar.example/wp-json`. */
  readonly rest: string;
  /** The namespace, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /** What image files lie below, such as `https://calendar.example/wp-json/media`: the same in every locale. */
  readonly media: string;
  /** What a global id begins with: host and path of the site, and `?id=`. */
  readonly globalId: string;
}

const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const firstOf = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header)?.split(",")[0]?.trim() ?? "";

/** What looks like a host may still be none: a port beyond 65535, a number above 255 in an address. */
const createHostTest = (): ((text: string) => boolean) => {
  // Nearly all requests name the same host.
  let known: string | undefined;
  return (text) => {
    if (text === known) return true;
    if (!HOST.test(text) || !URL.canParse(`http://${text}`)) return false;
    known = text;
    return true;
  };
};

/** The origin that the request was sent to; a host that cannot be one is replaced by the address of the socket. */
const originOf = (
  request: IncomingMessage,
  trustProxy: boolean,
  isHost: (text: string) => boolean,
): string => {
  const forwarded = trustProxy
    ? {
        protocol: firstOf(request.headers["x-forwarded-proto"]).toLowerCase(),
        host: firstOf(request.headers["x-forwarded-host"]),
      }
    : { protocol: "", host: "" };
  const encrypted = (request.socket as { encrypted?: boolean }).encrypted === true;
  const protocol = /^https?$/.test(forwarded.protocol) ? forwarded.protocol : encrypted ? "https" : "http";
  const host = [forwarded.host, request.headers.host ?? ""].find(isHost);
  return `${protocol}://${host?.toLowerCase() ?? `localhost:${request.socket.localPort ?? 80}`}`;
};

const toAddresses = (site: string, { restRoot, vendor }: HttpSettings, prefix: string): Addresses => {
  const { hostname, pathname } = new URL(site);
  const rest = site + prefix + restRoot;
  return {
    site,
    rest,
    namespace: `${rest}/${vendor}/events/v1`,
    media: `${site}${restRoot}/media`,
    globalId: `${hostname}${pathname.replace(/\/+$/, "")}?id=`,
  };
};

/**
 * Addresses for each request: from the settings, else from what the client asked for. `prefix` is that of a locale, such as
 * `/fr`: links stay in the language that was asked for. Source: 90-decisions P2, 40-describe section 3.
 */
export const createAddresses = (
  settings: HttpSettings,
  prefix = "",
): ((request: IncomingMessage) => Addresses) => {
  const { baseUrl, trustProxy } = settings;
  if (baseUrl !== undefined) {
    // As a URL: letters beyond ASCII would not fit into headers.
    const { origin, pathname } = new URL(baseUrl);
    const addresses = toAddresses(origin + pathname.replace(/\/+$/, ""), settings, prefix);
    return () => addresses;
  }
  const isHost = createHostTest();
  let last: { readonly origin: string; readonly addresses: Addresses } | undefined;
  return (request) => {
    const origin = originOf(request, trustProxy, isHost);
    if (last?.origin !== origin) last = { origin, addresses: toAddresses(origin, settings, prefix) };
    return last.addresses;
  };
};
