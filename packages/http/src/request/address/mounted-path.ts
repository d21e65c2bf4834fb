import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";

/** What is left of a path below another one, with its slash; `undefined` when it is elsewhere. */
const below = (path: string, place: string): string | undefined => {
  const rest = path.slice(place.length);
  return path.startsWith(place) && (rest === "" || rest.startsWith("/")) ? rest || "/" : undefined;
};

/** What middleware of a host may keep of the address that was asked: Express and connect on the request, Koa on the context. */
interface KeptAddress {
  readonly originalUrl?: unknown;
  /** Of Express: what it has taken off, also of an address that a host has rewritten. */
  readonly baseUrl?: unknown;
}

/** Returns the path that a host has taken off the address of a request, such as `/calendar`; empty if none. */
export const placeTakenOff = ({
  path,
  req,
  originalUrl,
}: Pick<Context, "path" | "req" | "originalUrl">): string => {
  const { originalUrl: kept, baseUrl } = req as KeptAddress;
  if (typeof baseUrl === "string") return baseUrl;
  const [original = ""] = (typeof kept === "string" ? kept : originalUrl).split("?", 1);
  return original.endsWith(path) ? original.slice(0, -path.length) : "";
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
    const { originalUrl: kept, baseUrl } = req as KeptAddress;
    if (typeof baseUrl === "string" && baseUrl.toLowerCase() === mountPath.toLowerCase()) return path;
    const [original = ""] = (typeof kept === "string" ? kept : originalUrl).split("?", 1);
    const whole = path === "/" && !original.endsWith("/") ? `${original}/` : original;
    if (!whole.endsWith(path)) return below(path, mountPath);
    // Express finds places in any letter case.
    const isTaken = whole.slice(0, -path.length).toLowerCase() === mountPath.toLowerCase();
    return isTaken ? path : (below(original, mountPath) ?? below(path, mountPath));
  };
};
