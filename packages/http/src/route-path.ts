import type { Context } from "koa";
import type { RawValues } from "./parser.ts";
import type { HttpSettings } from "./settings.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const trimSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
};

/**
 * The path below the REST root that a request asks for, be it by its path or by `/?rest_route=`; `undefined` when it asks
 * for something else. Source: 00-overview section 1, 90-decisions P3 and P36.
 */
export const toRoutePath = (
  ctx: Context,
  query: RawValues,
  { restRoot }: HttpSettings,
): string | undefined => {
  const { path } = ctx;
  if (path === restRoot || path.startsWith(`${restRoot}/`)) return trimSlashes(path.slice(restRoot.length));
  const { rest_route: route } = query;
  if (path !== "/" || typeof route !== "string") return undefined;
  return trimSlashes(route.startsWith("/") ? route : `/${route}`);
};

/** The method that counts: what `_method` or else `X-HTTP-Method-Override` says before the one of the request line. */
export const toEffectiveMethod = (ctx: Context, { _method: override }: RawValues): string => {
  const header = ctx.get("X-HTTP-Method-Override");
  const wanted = typeof override === "string" && override !== "" ? override : header;
  const method = (wanted === "" ? ctx.method : wanted).trim().toUpperCase();
  return METHODS.has(method) ? method : "UNKNOWN";
};
