import { isObject } from "@kalends/core";
import { addressOf } from "./addresses.ts";
import type { HttpResponse, RetryingClient } from "./retrying-client.ts";

/** A calendar API that was found at the given address. */
export interface FoundApi {
  /** URL of the API namespace. Use `addressOf` to build URLs below this base. */
  readonly base: URL;
  /** URL of the REST root of the site. */
  readonly root: URL;
  /**
   * Name of the site: its host name. In a WordPress network of sites, its folder follows, such as
   * `old.example/kids`.
   */
  readonly site: string;
}

const NAMESPACE = /^[\w-]+\/events\/v1$/;
const LISTS = ["events", "venues", "organizers", "categories", "tags"];

/**
 * Finds the calendar API for an address. The address may be the API namespace, the REST root, or a web page
 * that links to the REST root. Returns `undefined` if the site has no calendar API. Rejects with an
 * `ImportError` if the server does not respond.
 * Source: rules/choices.md#import-live.
 */
export const findApi = async (address: URL, client: RetryingClient): Promise<FoundApi | undefined> => {
  const response = await client.anything(address);
  const found = await fromAnswer(response, client);
  if (found !== undefined) return found;
  // Only web pages and JSON can lead to an API. Ignore other content types.
  const isPage = /\b(?:html|json)\b/i.test(response.headers["content-type"] ?? "");
  for (const root of rootsOf(response, isPage, address)) {
    const atRoot = await fromAnswer(await client.anything(root), client);
    if (atRoot !== undefined) return atRoot;
  }
  return undefined;
};

/**
 * Reads the API from a response that is the index of the API namespace, or the REST root with its list of
 * namespaces.
 */
const fromAnswer = async (response: HttpResponse, client: RetryingClient): Promise<FoundApi | undefined> => {
  if (response.status !== 200 || !isObject(response.json)) return undefined;
  const index = toApi(response);
  if (index !== undefined) return index;
  const { namespaces } = response.json;
  const namespace = Array.isArray(namespaces)
    ? namespaces.find((name): name is string => typeof name === "string" && NAMESPACE.test(name))
    : undefined;
  if (namespace === undefined) return undefined;
  return toApi(await client.json(addressOf(new URL(response.url), namespace)));
};

const toApi = ({ url, json }: HttpResponse): FoundApi | undefined => {
  if (!isObject(json) || !isObject(json.routes)) return undefined;
  const { namespace, routes } = json;
  if (typeof namespace !== "string" || !NAMESPACE.test(namespace)) return undefined;
  if (!LISTS.some((list) => Object.hasOwn(routes, `/${namespace}/${list}`))) return undefined;
  const base = addressOf(new URL(url), "");
  const root = rootOf(base, namespace);
  return { base, root, site: siteOf(json) ?? siteAt(root) };
};

/** Returns the URL of the REST root above the API namespace. */
const rootOf = (base: URL, namespace: string): URL => {
  const root = new URL(base);
  const route = root.searchParams.get("rest_route");
  const without = (path: string): string => path.slice(0, path.length - namespace.length);
  if (route === null) root.pathname = without(root.pathname);
  else root.searchParams.set("rest_route", without(route));
  return root;
};

/** Returns the name of the site with this REST root URL, without the port. */
const siteAt = ({ hostname, pathname, searchParams }: URL): string => {
  const isFolder = searchParams.has("rest_route");
  return hostname + pathname.replace(isFolder ? /\/(?:index\.php)?$/ : /(?:\/index\.php)?\/[^/]*\/?$/, "");
};

/**
 * Returns the name of the site from the links of the API index. These links are correct even if the request
 * used another host name.
 */
const siteOf = ({ _links: links }: Readonly<Record<string, unknown>>): string | undefined => {
  const up = isObject(links) ? links.up : undefined;
  const [first] = Array.isArray(up) ? up : [];
  const href = isObject(first) ? first.href : undefined;
  return typeof href === "string" && URL.canParse(href) ? siteAt(new URL(href)) : undefined;
};

const API_LINK = /<([^<>]+)>[^,<]*\brel="?https:\/\/api\.w\.org\/"?/;
const LINK_ELEMENT = /<link\b[^<>]*>/gi;
const API_RELATION = /\brel=["']?https:\/\/api\.w\.org\//i;
const HREF = /\bhref=["']([^"']+)["']/i;

/**
 * Returns candidate URLs of the REST root: from the `Link` header, from the HTML of the page, or else (if
 * `isPage`) the usual paths.
 */
const rootsOf = (
  { url, headers, beginning }: HttpResponse,
  isPage: boolean,
  requested: URL,
): readonly URL[] => {
  const [, byHeader] = API_LINK.exec(headers.link ?? "") ?? [];
  const element = beginning.match(LINK_ELEMENT)?.find((link) => API_RELATION.test(link)) ?? "";
  const [, byPage] = HREF.exec(element) ?? [];
  const site = new URL(url);
  const candidates = [byHeader, byPage?.replaceAll("&amp;", "&")].flatMap((link) =>
    link !== undefined && URL.canParse(link, site.href) ? [new URL(link, site)] : [],
  );
  if (candidates.length > 0 || !isPage) return candidates.slice(0, 1);
  return foldersOf(site, requested).flatMap((folder) => [
    new URL("wp-json/", folder),
    new URL("?rest_route=/", folder),
  ]);
};

/**
 * Returns URLs of folders that may contain the site: the page itself, the path requested before a redirect,
 * and the root of the host.
 */
const foldersOf = (site: URL, requested: URL): readonly string[] => {
  const folders = [site, new URL(requested.pathname, site), new URL("/", site)].map(withSlash);
  return [...new Set(folders.map(({ href }) => href))];
};

/** Returns the URL with a slash at the end of its path. */
const withSlash = (url: URL): URL => {
  const folder = new URL(url);
  folder.search = "";
  folder.hash = "";
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  return folder;
};
