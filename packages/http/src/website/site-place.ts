import type { Context } from "koa";
import { createPathReader } from "../request/address/mounted-path.ts";
import { createTargetReader, mergeSlashes } from "../request/address/request-target.ts";
import type { HttpSettings } from "../settings.ts";

/** What outside the REST root a request asks for. */
export interface SitePlace {
  /** Name of the locale that the address begins with. */
  readonly locale: string | undefined;
  /** Below the site and that segment, without runs of slashes. */
  readonly path: string;
}

/** The calendar's own pages. Source: rules/interface.md#outside-the-root. */
const OWN = /^\/(?:docs(?:\/|$)|healthz$|readyz$)/;

/** `undefined` for what is under the REST root, one of the calendar's own pages, or elsewhere in a host. */
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
