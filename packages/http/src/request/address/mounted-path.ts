import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";

/** What is left of a path below another one, with its slash; `undefined` when it is elsewhere. */
const below = (path: string, place: string): string | undefined => {
  const rest = path.slice(place.length);
  return path.startsWith(place) && (rest === "" || rest.startsWith("/")) ? rest || "/" : undefined;
};

/**
 * The path of a request below the place where a host has mounted the calendar, whether the host has taken the place off the
 * address or not; `undefined` for what is elsewhere. Source: rules/interface.md#mount-path.
 */
export const createPathReader = ({
  mountPath = "",
}: Pick<HttpSettings, "mountPath">): ((ctx: Context) => string | undefined) => {
  if (mountPath === "") return ({ path }) => path;
  return ({ path, req, originalUrl }) => {
    // Express, connect and middie keep it on the request, Koa on the context.
    const { originalUrl: kept, baseUrl } = req as {
      readonly originalUrl?: unknown;
      readonly baseUrl?: unknown;
    };
    // Express says what it has taken off, also of an address that a host has rewritten.
    if (typeof baseUrl === "string" && baseUrl.toLowerCase() === mountPath.toLowerCase()) return path;
    const [original = ""] = (typeof kept === "string" ? kept : originalUrl).split("?", 1);
    const whole = path === "/" && !original.endsWith("/") ? `${original}/` : original;
    if (!whole.endsWith(path)) return below(path, mountPath);
    // Express finds places in any letter case.
    const isTaken = whole.slice(0, -path.length).toLowerCase() === mountPath.toLowerCase();
    return isTaken ? path : (below(original, mountPath) ?? below(path, mountPath));
  };
};
