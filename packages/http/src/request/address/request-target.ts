import { type CalendarError, isCalendarError } from "@kalends/core";
import type { RawValues } from "@kalends/core/interface";
import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";
import { fromPairs, toPairs } from "./bracketed-pairs.ts";
import { createPathReader } from "./mounted-path.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Merges repeated slashes, which clients create by joining a base URL and a path. Encoded slashes are part of
 * a name and stay.
 */
export const mergeSlashes = (path: string): string => path.replace(/\/{2,}/g, "/");

/** Merges repeated slashes and removes one slash at the end. */
export const toRoutePath = (path: string): string => {
  const merged = mergeSlashes(path);
  return merged.endsWith("/") ? merged.slice(0, -1) : merged;
};

/** Locale, path and query of a request to the REST interface. */
export interface RequestTarget {
  /** Name of the locale; `undefined` if the path contains no locale. */
  readonly locale: string | undefined;
  /** Path below the REST root. Repeated slashes are merged. */
  readonly path: string;
  /** Returns the query, which is parsed on the first call. */
  query(): Query;
}

export interface Query {
  /** Parsed values; empty if the query is invalid. */
  readonly values: RawValues;
  /** Error of an invalid query; absent if the query is valid. */
  readonly refusal?: CalendarError;
}

/**
 * Parses a query. Returns errors instead of throwing them: the step that reads parameters throws them later.
 */
export const readQuery = (text: string): Query => {
  try {
    return { values: fromPairs(toPairs(text)) };
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return { values: {}, refusal: error };
  }
};

/**
 * Returns a function that parses the query on its first call, because most requests are answered without it.
 */
const lazyQuery = (ctx: Context): (() => Query) => {
  let query: Query | undefined;
  return () => {
    query ??= readQuery(ctx.querystring);
    return query;
  };
};

/**
 * Creates a function that reads the target of a request from its path, or from `/?rest_route=`. In both
 * cases, the path of a locale may come first. The function returns `undefined` for requests outside the REST
 * interface. Source: rules/interface.md#query-alias, rules/interface.md#outside-the-root.
 */
export const createTargetReader = ({
  restRoot,
  locales,
  ...place
}: Pick<HttpSettings, "restRoot" | "locales" | "mountPath">): ((
  ctx: Context,
) => RequestTarget | undefined) => {
  const names: ReadonlySet<string> = new Set(locales.map(({ name }) => name));
  const pathOf = createPathReader(place);
  return (ctx) => {
    const mounted = pathOf(ctx);
    if (mounted === undefined) return undefined;
    const end = mounted.indexOf("/", 1);
    const first = mounted.slice(1, end);
    const locale = end !== -1 && names.has(first) ? first : undefined;
    const path = locale === undefined ? mounted : mounted.slice(end);
    if (path === restRoot || path.startsWith(`${restRoot}/`)) {
      return { locale, path: toRoutePath(path.slice(restRoot.length)), query: lazyQuery(ctx) };
    }
    if (path !== "/") return undefined;
    // Reads only `rest_route`: the request may be for a web page of the host, whose query must not be parsed
    // by our rules.
    const route = new URLSearchParams(ctx.querystring).getAll("rest_route").at(-1);
    return route === undefined
      ? undefined
      : { locale, path: toRoutePath(`/${route}`), query: lazyQuery(ctx) };
  };
};

/**
 * Returns the method override: the value of `_method` or, without it, of the header `X-HTTP-Method-Override`.
 * Returns an empty text if both are absent. Source: rules/interface.md#method-override.
 */
export const methodOverride = (ctx: Context, { _method: override }: RawValues): string =>
  typeof override === "string" && override !== "" ? override : ctx.get("X-HTTP-Method-Override");

/**
 * Returns `wanted`, a method override, in upper case. If it is empty, returns the method of the request line.
 * Returns `UNKNOWN` for unsupported methods.
 */
export const toEffectiveMethod = (ctx: Context, wanted: string): string => {
  const method = wanted === "" ? ctx.method : wanted.trim().toUpperCase();
  return METHODS.has(method) ? method : "UNKNOWN";
};
