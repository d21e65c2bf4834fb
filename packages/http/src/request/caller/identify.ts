import type { IncomingMessage } from "node:http";
import { type Actor, ANONYMOUS, CalendarError } from "@kalends/core";
import type { Accounts, Credentials } from "@kalends/core/accounts";
import type { HttpSettings } from "../../settings.ts";
import type { Query } from "../address/request-target.ts";
import { clientAddress } from "./proxy.ts";
import { INVALID_SESSION, requireCookieCounts } from "./session-cookie.ts";

/** Facts about a request that identification needs in addition to its headers. */
interface RequestContext {
  /** Effective HTTP method, which may differ from the one in the request line. */
  readonly method: string;
  /** URL of the site, such as `https://calendar.example`. */
  readonly site: string;
  /** Token of the session cookie, if there is one. */
  readonly cookie: string | undefined;
  /** True if the request does not count as a use of the session. */
  readonly isBackground: boolean;
  /** Path below the REST root. */
  readonly path: string;
  /** Returns the query, which is parsed on the first call. */
  query(): Query;
}

/**
 * Returns the caller of a request: `ANONYMOUS` without credentials, and `INVALID_SESSION` with an invalid
 * session cookie. Throws a `CalendarError` for other invalid credentials.
 */
export type Identify = (request: IncomingMessage, context: RequestContext) => Promise<Actor>;

const BASE64 = /^[a-z0-9+/_-]+={0,2}$/i;

const readBasic = (encoded: string): Credentials | undefined => {
  if (!BASE64.test(encoded)) return { kind: "unreadable" };
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return { kind: "unreadable" };
  const name = text.slice(0, colon);
  const password = text.slice(colon + 1);
  return name === "" && password === "" ? undefined : { kind: "password", name, password };
};

/**
 * Parses an `Authorization` header. Returns `undefined` if the header is absent or empty, which means an
 * anonymous caller. Source: rules/rights.md#credentials, rules/rights.md#wrong-credentials.
 */
export const readCredentials = (header: string | undefined): Credentials | undefined => {
  const text = header?.trim() ?? "";
  const [, scheme = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  switch (scheme.toLowerCase()) {
    case "":
      return undefined;
    case "basic":
      return rest === "" ? undefined : readBasic(rest);
    case "bearer":
      return rest === "" ? undefined : { kind: "bearer", token: rest };
    default:
      return { kind: "unreadable" };
  }
};

/**
 * Creates the function that identifies callers by the `Authorization` header or, without it, by the session
 * cookie. It passes on the client address, by which failures are limited.
 * Source: rules/rights.md#wrong-credentials, rules/sign-in.md#session-cookie.
 */
export const createCredentialIdentity =
  (
    accounts: Pick<Accounts, "authenticate">,
    settings: Pick<HttpSettings, "trustProxy" | "publicOrigin">,
  ): Identify =>
  async (request, { cookie, isBackground, method, site }) => {
    const sent = readCredentials(request.headers.authorization);
    if (sent === undefined && cookie === undefined) return ANONYMOUS;
    if (sent === undefined) requireCookieCounts(request, method, { site }, settings);
    const credentials = sent ?? { kind: "session", token: cookie ?? "", isBackground };
    const source = clientAddress(request, settings.trustProxy);
    const authentication = await accounts.authenticate(credentials, source);
    if (!("failure" in authentication)) return authentication.actor;
    if (sent === undefined) return INVALID_SESSION;
    throw new CalendarError(authentication.failure);
  };

/**
 * Creates the function with which the host application identifies callers. Hosts mostly use cookies. Browsers
 * also send cookies and stored passwords with requests that other sites cause. Therefore, requests caused by
 * other sites count as anonymous, with two exceptions:
 *
 * - requests from `trustedOrigins`
 * - requests without a cookie whose `Authorization` only a script can have set
 * Source: rules/rights.md#host-identity.
 */
export const createHostIdentity = (
  actorOf: (request: IncomingMessage) => Promise<Actor>,
  trustedOrigins: readonly string[],
): Identify => {
  const trusted = new Set(trustedOrigins);
  return async (request, context) => (isForeign(request, context, trusted) ? ANONYMOUS : actorOf(request));
};

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Matches authentication schemes whose credentials browsers store and send automatically. */
const KEPT_BY_BROWSERS = /^\s*(?:basic|digest|negotiate|ntlm)\b/i;

/** True if a web page of another site caused the request, as far as browsers report it. */
export const isForeign = (
  { headers, method: lineMethod = "GET" }: IncomingMessage,
  { method, site }: Pick<RequestContext, "method" | "site">,
  trusted: ReadonlySet<string>,
): boolean => {
  const { authorization, cookie, origin, "sec-fetch-site": fetchSite } = headers;
  if (authorization !== undefined && cookie === undefined && !KEPT_BY_BROWSERS.test(authorization))
    return false;
  // An image or link can make a browser send a GET with a method override for a write. This is possible even
  // on web pages of our own site.
  if (READS.has(lineMethod) && !READS.has(method)) return true;
  if (origin !== undefined) return origin !== new URL(site).origin && !trusted.has(origin);
  return !READS.has(method) && fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none";
};
