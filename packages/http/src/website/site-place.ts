import type { Context } from "koa";
import { createPathReader } from "../request/address/mounted-path.ts";
import { createTargetReader, mergeSlashes } from "../request/address/request-target.ts";
import type { HttpSettings } from "../settings.ts";

/** Locale and path of a request to the website, outside the REST root. */
export interface SitePlace {
  /** Name of the locale with which the path begins; `undefined` if it begins with none. */
  readonly locale: string | undefined;
  /** Path below the site and the locale. Repeated slashes are merged. */
  readonly path: string;
}

/** Matches paths of built-in web pages. Source: rules/interface.md#outside-the-root. */
const OWN = /^\/(?:docs(?:\/|$)|healthz$|readyz$)/;

/**
 * Creates a function that reads locale and path of a request to the website. It returns `undefined` for
 * requests below the REST root, for built-in pages, and for other paths of a host.
 */
export const createPlaceReader = (
  settings: Pick<HttpSettings, "restRoot" | "locales" | "mountPath">,
): ((ctx: Context) => SitePlace | undefined) => {
  const names: ReadonlySet<string> = new Set(settings.locales.map(({ name }) => name));
  const pathOf = createPathReader(settings);
  const readTarget = createTargetReader(settings);
  return (ctx) => {
    const mounted = pathOf(ctx);
    if (mounted === undefined || !mounted.startsWith("/") || readTarget(ctx) !== undefined) return undefined;
    const path = mergeSlashes(mounted);
    if (OWN.test(path)) return undefined;
    const [, first = ""] = path.split("/", 2);
    if (!names.has(first)) return { locale: undefined, path };
    return { locale: first, path: path.slice(first.length + 1) || "/" };
  };
};
