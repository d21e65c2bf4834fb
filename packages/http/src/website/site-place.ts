import type { Context } from "koa";
import { createPathReader } from "../request/address/mounted-path.ts";
import { createTargetReader, mergeSlashes } from "../request/address/request-target.ts";
import type { HttpSettings } from "../settings.ts";

/** Requested place on the website, outside the REST root. */
export interface SitePlace {
  /** Name of the locale that the path begins with. */
  readonly locale: string | undefined;
  /** Path below the site and the locale segment, with runs of slashes merged. */
  readonly path: string;
}

/** Paths of built-in pages. Source: rules/interface.md#outside-the-root. */
const OWN = /^\/(?:docs(?:\/|$)|healthz$|readyz$)/;

/**
 * Creates a function that reads the place of a request. It returns `undefined` below the REST root, for built-in
 * pages, and elsewhere in a host.
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
