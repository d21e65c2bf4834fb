import { type CalendarError, isCalendarError, type RawValues } from "@kalends/core";
import type { Context } from "koa";
import type { HttpSettings } from "../settings.ts";
import { fromPairs, toPairs } from "./bracketed-pairs.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * A path with every run of slashes as one, as clients make them that join a base address and a path. Encoded slashes are
 * part of a name and stay.
 */
export const mergeSlashes = (path: string): string => path.replace(/\/{2,}/g, "/");

/** Without a slash at its end. */
const toRoutePath = (path: string): string => {
  const merged = mergeSlashes(path);
  return merged.endsWith("/") ? merged.slice(0, -1) : merged;
};

/** What in the interface a request asks for. */
interface RequestTarget {
  /** Name of the locale; absent: under the REST root itself. */
  readonly locale: string | undefined;
  /** Below the REST root, runs of slashes merged. */
  readonly path: string;
  /** Empty when it is refused. */
  readonly query: RawValues;
  readonly refusal?: CalendarError;
}

/** What is refused is for the step that reads parameters to throw. */
const readQuery = (ctx: Context): Pick<RequestTarget, "query" | "refusal"> => {
  try {
    return { query: fromPairs(toPairs(ctx.querystring)) };
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return { query: {}, refusal: error };
  }
};

/**
 * Reads the target of a request from its path or from `/?rest_route=`, each perhaps below the segment of a locale;
 * `undefined` when it asks for something else. Source: rules/interface.md#query-alias,
 * rules/interface.md#outside-the-root.
 */
export const createTargetReader = ({
  restRoot,
  locales,
}: Pick<HttpSettings, "restRoot" | "locales">): ((ctx: Context) => RequestTarget | undefined) => {
  const names: ReadonlySet<string> = new Set(locales.map(({ name }) => name));
  return (ctx) => {
    const end = ctx.path.indexOf("/", 1);
    const first = ctx.path.slice(1, end);
    const locale = end !== -1 && names.has(first) ? first : undefined;
    const path = locale === undefined ? ctx.path : ctx.path.slice(end);
    if (path === restRoot || path.startsWith(`${restRoot}/`)) {
      return { locale, path: toRoutePath(path.slice(restRoot.length)), ...readQuery(ctx) };
    }
    if (path !== "/") return undefined;
    // The query of a page of the host is none of ours.
    const route = new URLSearchParams(ctx.querystring).getAll("rest_route").at(-1);
    return route === undefined ? undefined : { locale, path: toRoutePath(`/${route}`), ...readQuery(ctx) };
  };
};

/**
 * What `_method` or else `X-HTTP-Method-Override` says before the method of the request line.
 * Source: rules/interface.md#method-override.
 */
export const toEffectiveMethod = (ctx: Context, { _method: override }: RawValues): string => {
  const header = ctx.get("X-HTTP-Method-Override");
  const wanted = typeof override === "string" && override !== "" ? override : header;
  const method = (wanted === "" ? ctx.method : wanted).trim().toUpperCase();
  return METHODS.has(method) ? method : "UNKNOWN";
};
