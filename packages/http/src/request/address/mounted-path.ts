import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";

/**
 * Returns the part of a path below `place`, with its leading slash; `undefined` if the path is not below
 * `place`.
 */
const below = (path: string, place: string): string | undefined => {
  const rest = path.slice(place.length);
  return path.startsWith(place) && (rest === "" || rest.startsWith("/")) ? rest || "/" : undefined;
};

/** Original URL that middleware of a host stores: Express and connect on the request, Koa on the context. */
interface KeptAddress {
  readonly originalUrl?: unknown;
  /** Path that Express has removed. Express also sets it if the host has rewritten the URL. */
  readonly baseUrl?: unknown;
}

/**
 * Returns the path that a host has removed from the start of the request's URL, such as `/calendar`; empty if
 * none.
 */
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
 * Creates a function that returns the path of a request below the mount path. The host may or may not have
 * removed the mount path. The function returns `undefined` for paths outside the mount path. Source:
 * rules/interface.md#mount-path.
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
    // Express ignores case when it matches mount paths.
    const isTaken = whole.slice(0, -path.length).toLowerCase() === mountPath.toLowerCase();
    return isTaken ? path : (below(original, mountPath) ?? below(path, mountPath));
  };
};
