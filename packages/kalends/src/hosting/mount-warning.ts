import type { Logger } from "@kalends/core";
import { type HttpSettings, removedMountPath } from "@kalends/http";
import type { Middleware } from "koa";

interface MountWarningDeps {
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "baseUrl" | "mountPath" | "restRoot">;
}

/**
 * Wraps a middleware to check the mount path with the first request for which `isOurs` returns true. By
 * default, these are requests whose path contains the REST root.
 */
export type MountWarning = (middleware: Middleware, isOurs?: (path: string) => boolean) => Middleware;

/**
 * Creates the function that wraps middleware. The wrapped middleware logs a warning once if the path that the
 * host removes from URLs is not `mountPath`. Links in responses would then be wrong. This function itself
 * logs a warning if `baseUrl` ends with `mountPath`.
 */
export const createMountWarning = ({
  logger,
  settings: { baseUrl, mountPath = "", restRoot },
}: MountWarningDeps): MountWarning => {
  const basePath = baseUrl === undefined ? "" : new URL(baseUrl).pathname;
  const isKnown = (place: string): boolean =>
    place.toLowerCase() === mountPath.toLowerCase() || (mountPath === "" && basePath.endsWith(place));
  if (mountPath !== "" && basePath.endsWith(mountPath))
    logger.warn("baseUrl ends with mountPath, so links contain it twice: remove it from baseUrl", {
      baseUrl,
      mountPath,
    });
  let isWarned = false;
  const warnOf = (place: string): void => {
    if (isWarned || place === "" || isKnown(place)) return;
    isWarned = true;
    logger.warn(
      `the calendar is mounted at ${place}, but ${mountPath === "" ? "mountPath is not set" : `mountPath is ${mountPath}`}: its links lead elsewhere; pass mountPath: "${place}" to createCalendar`,
      { mountedAt: place, mountPath: mountPath === "" ? "not set" : mountPath },
    );
  };
  return (middleware, isOurs = (path) => path.includes(restRoot)) => {
    let isChecked = false;
    return (ctx, next) => {
      if (!isChecked && isOurs(ctx.path)) {
        isChecked = true;
        warnOf(removedMountPath(ctx));
      }
      return middleware(ctx, next);
    };
  };
};
