import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";

/** Returns the rest of a path below another path, with its leading slash; `undefined` if it is not below it. */
const below = (path: string, place: string): string | undefined => {
  const rest = path.slice(place.length);
  return path.startsWith(place) && (rest === "" || rest.startsWith("/")) ? rest || "/" : undefined;
};

/** Original address that the host's middleware stores: Express and connect on the request, Koa on the context. */
interface KeptAddress {
  readonly originalUrl?: unknown;
  /** Path that Express has removed, also from an address that the host has rewritten. */
  readonly baseUrl?: unknown;
}

/** Returns the path that a host has taken off the address of a request, such as `/calendar`; empty if none. */
export const removedMountPath = ({
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
 * Creates a function that returns the path of a request below the mount path, whether or not the host has removed
 * the mount path. It returns `undefined` for other paths.
 * Source: rules/interface.md#mount-path.
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
    // Express matches mount paths in any letter case.
    const isTaken = whole.slice(0, -path.length).toLowerCase() === mountPath.toLowerCase();
    return isTaken ? path : (below(original, mountPath) ?? below(path, mountPath));
  };
};
