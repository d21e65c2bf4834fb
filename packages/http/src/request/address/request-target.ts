import { type CalendarError, isCalendarError } from "@kalends/core";
import type { RawValues } from "@kalends/core/interface";
import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";
import { fromPairs, toPairs } from "./bracketed-pairs.ts";
import { createPathReader } from "./mounted-path.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * A path with every run of slashes as one, as clients make them that join a base address and a path. Encoded slashes are
 * part of a name and stay.
 */
export const mergeSlashes = (path: string): string => path.replace(/\/{2,}/g, "/");

/** Without a slash at its end. */
export const toRoutePath = (path: string): string => {
  const merged = mergeSlashes(path);
  return merged.endsWith("/") ? merged.slice(0, -1) : merged;
};

/** What in the interface a request asks for. */
export interface RequestTarget {
  /** Name of the locale; absent: under the REST root itself. */
  readonly locale: string | undefined;
  /** Below the REST root, runs of slashes merged. */
  readonly path: string;
  /** Reads the query, the first time. */
  query(): Query;
}

export interface Query {
  /** Empty when it is refused. */
  readonly values: RawValues;
  /** Why it is none. */
  readonly refusal?: CalendarError;
}

/** What is refused is for the step that reads parameters to throw. */
export const readQuery = (text: string): Query => {
  try {
    return { values: fromPairs(toPairs(text)) };
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return { values: {}, refusal: error };
  }
};

/** Most requests are answered without it. */
const lazyQuery = (ctx: Context): (() => Query) => {
  let query: Query | undefined;
  return () => {
    query ??= readQuery(ctx.querystring);
    return query;
  };
};

/**
 * Reads the target of a request from its path or from `/?rest_route=`, each perhaps below the segment of a locale;
 * `undefined` when it asks for something else. Source: rules/interface.md#query-alias,
 * rules/interface.md#outside-the-root.
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
    // The query of a page of the host is none of ours.
    const route = new URLSearchParams(ctx.querystring).getAll("rest_route").at(-1);
    return route === undefined
      ? undefined
      : { locale, path: toRoutePath(`/${route}`), query: lazyQuery(ctx) };
  };
};

/**
 * What `_method` or else `X-HTTP-Method-Override` says before the method of the request line; empty when neither does.
 * Source: rules/interface.md#method-override.
 */
export const methodOverride = (ctx: Context, { _method: override }: RawValues): string =>
  typeof override === "string" && override !== "" ? override : ctx.get("X-HTTP-Method-Override");

/** The method that counts. */
export const toEffectiveMethod = (ctx: Context, wanted: string): string => {
  const method = wanted === "" ? ctx.method : wanted.trim().toUpperCase();
  return METHODS.has(method) ? method : "UNKNOWN";
};
