import type { PageTarget } from "@kalends/core/interface";
import type { Context } from "koa";
import { createPageAddresses } from "../page-addresses/page-addresses.ts";
import { createAddresses } from "../request/address/addresses.ts";
import { toPairs } from "../request/address/bracketed-pairs.ts";
import type { HttpSettings } from "../settings.ts";
import { groupPairs } from "./sent-form.ts";
import { createPlaceReader } from "./site-place.ts";

/**
 * Returns the path of a record below the namespace. For a term's slug, returns the list of its events,
 * because terms cannot be requested by slug.
 */
const restPathOf = ({ kind, slug, id }: PageTarget): string => {
  const isTerm = kind === "category" || kind === "tag";
  const collection = kind === "category" ? "categories" : `${kind}s`;
  if (id !== undefined) return `/${collection}/${id}`;
  return isTerm ? `/events?${collection}=${slug}` : `/${collection}/by-slug/${slug}`;
};

/**
 * Creates a function that returns the REST URL of a record when its web page is requested. The function uses
 * only the URL and does not check that the record exists. It returns `undefined` for other web pages and
 * methods. Source: rules/representations.md#page-url.
 */
export const createRestUrls = (settings: HttpSettings): ((ctx: Context) => string | undefined) => {
  const placeOf = createPlaceReader(settings);
  const pages = createPageAddresses(settings.pageUrls);
  const site = createAddresses(settings);
  const locales = new Map(
    settings.locales.map(({ name }) => [name, createAddresses(settings, `/${name}`)] as const),
  );
  return (ctx) => {
    if (ctx.method !== "GET" && ctx.method !== "HEAD") return undefined;
    const place = placeOf(ctx);
    if (place === undefined) return undefined;
    const addresses = (locales.get(place.locale ?? "") ?? site)(ctx.req);
    const query = groupPairs(toPairs(ctx.querystring));
    const page = pages.targetOf(addresses.site, place.path, query);
    return page && addresses.namespace + restPathOf(page);
  };
};
