import { isObject } from "@kalends/core";
import { addressOf } from "./addresses.ts";
import type { Asking, ServerAnswer } from "./asking.ts";

/** An interface like this one, as its index tells. */
export interface FoundInterface {
  /** Of the namespace; paths of lists go below it: see `addressOf`. */
  readonly base: URL;
  /** The REST root. */
  readonly root: URL;
  /** Name of the site: its host, and in a network of sites its folder, such as `old.example/kids`. */
  readonly site: string;
}

const NAMESPACE = /^[\w-]+\/events\/v1$/;
const LISTS = ["events", "venues", "organizers", "categories", "tags"];

/**
 * The interface at an address: of its namespace, of the REST root, or of a page of the site, which names its root. `undefined` where
 * there is none. Rejects with an `ImportError` where nobody answers. Source: rules/choices.md#import-live.
 */
export const findInterface = async (address: URL, asking: Asking): Promise<FoundInterface | undefined> => {
  const answer = await asking.anything(address);
  const found = await fromAnswer(answer, asking);
  if (found !== undefined) return found;
  // A page for people, or what a site says of itself to programs; files are neither.
  const isPage = /\b(?:html|json)\b/i.test(answer.headers["content-type"] ?? "");
  for (const root of rootsOf(answer, isPage, address)) {
    const further = await fromAnswer(await asking.anything(root), asking);
    if (further !== undefined) return further;
  }
  return undefined;
};

/** An index, or the root, which names what there is an index of. */
const fromAnswer = async (answer: ServerAnswer, asking: Asking): Promise<FoundInterface | undefined> => {
  if (answer.status !== 200 || !isObject(answer.json)) return undefined;
  const index = toInterface(answer);
  if (index !== undefined) return index;
  const { namespaces } = answer.json;
  const namespace = Array.isArray(namespaces)
    ? namespaces.find((name): name is string => typeof name === "string" && NAMESPACE.test(name))
    : undefined;
  if (namespace === undefined) return undefined;
  return toInterface(await asking.json(addressOf(new URL(answer.url), namespace)));
};

const toInterface = ({ url, json }: ServerAnswer): FoundInterface | undefined => {
  if (!isObject(json) || !isObject(json.routes)) return undefined;
  const { namespace, routes } = json;
  if (typeof namespace !== "string" || !NAMESPACE.test(namespace)) return undefined;
  if (!LISTS.some((list) => Object.hasOwn(routes, `/${namespace}/${list}`))) return undefined;
  const base = addressOf(new URL(url), "");
  const root = rootOf(base, namespace);
  return { base, root, site: siteOf(json) ?? siteAt(root) };
};

/** What the namespace is below. */
const rootOf = (base: URL, namespace: string): URL => {
  const root = new URL(base);
  const route = root.searchParams.get("rest_route");
  const without = (path: string): string => path.slice(0, path.length - namespace.length);
  if (route === null) root.pathname = without(root.pathname);
  else root.searchParams.set("rest_route", without(route));
  return root;
};

/** The site whose REST root this is, without a port. */
const siteAt = ({ hostname, pathname, searchParams }: URL): string => {
  const isFolder = searchParams.has("rest_route");
  return hostname + pathname.replace(isFolder ? /\/(?:index\.php)?$/ : /(?:\/index\.php)?\/[^/]*\/?$/, "");
};

/** The site in the links of the index: also where the site is asked at another address. */
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

/** Where the root is by the header, by the page, and by custom. */
const rootsOf = ({ url, headers, beginning }: ServerAnswer, isPage: boolean, asked: URL): readonly URL[] => {
  const [, byHeader] = API_LINK.exec(headers.link ?? "") ?? [];
  const element = beginning.match(LINK_ELEMENT)?.find((link) => API_RELATION.test(link)) ?? "";
  const [, byPage] = HREF.exec(element) ?? [];
  const site = new URL(url);
  const told = [byHeader, byPage?.replaceAll("&amp;", "&")].flatMap((link) =>
    link !== undefined && URL.canParse(link, site.href) ? [new URL(link, site)] : [],
  );
  if (told.length > 0 || !isPage) return told.slice(0, 1);
  return foldersOf(site, asked).flatMap((folder) => [
    new URL("wp-json/", folder),
    new URL("?rest_route=/", folder),
  ]);
};

/** What the page is below: itself, what was asked for before a redirect, and all of the host. */
const foldersOf = (site: URL, asked: URL): readonly string[] => {
  const folders = [site, new URL(asked.pathname, site), new URL("/", site)].map(withSlash);
  return [...new Set(folders.map(({ href }) => href))];
};

/** The folder itself: what a page of the site, such as `/blog`, is below. */
const withSlash = (url: URL): URL => {
  const folder = new URL(url);
  folder.search = "";
  folder.hash = "";
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  return folder;
};
