import type { IncomingMessage } from "node:http";
import { type Accounts, type Actor, ANONYMOUS, CalendarError } from "@kalends/core";
import type { Credentials } from "@kalends/core/interface";
import type { HttpSettings } from "../../settings.ts";
import type { Query } from "../address/request-target.ts";
import { clientAddress } from "./proxy.ts";

/** What is known of a request in addition to its headers. */
interface RequestContext {
  /** The effective method, which need not be the one of the request line. */
  readonly method: string;
  /** Address of our site, such as `https://calendar.example`. */
  readonly site: string;
  /** Below the REST root. */
  readonly path: string;
  /** Reads the query, the first time. */
  query(): Query;
}

/** The caller of a request, `ANONYMOUS` without credentials. Throws `CalendarError` for credentials that do not hold. */
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
 * What an `Authorization` header brings; `undefined` when there is none or it is empty, which counts as anonymous.
 * Source: rules/rights.md#credentials, rules/rights.md#wrong-credentials.
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
 * By what the `Authorization` header brings, and the address it comes from.
 * Source: rules/rights.md#wrong-credentials.
 */
export const createCredentialIdentity =
  (accounts: Pick<Accounts, "authenticate">, { trustProxy }: Pick<HttpSettings, "trustProxy">): Identify =>
  async (request) => {
    const credentials = readCredentials(request.headers.authorization);
    if (credentials === undefined) return ANONYMOUS;
    const authentication = await accounts.authenticate(credentials, clientAddress(request, trustProxy));
    if ("failure" in authentication) throw new CalendarError(authentication.failure);
    return authentication.actor;
  };

/**
 * By what the host knows. A host mostly goes by a cookie, which browsers send along with whatever another site makes them
 * ask for, and so they do with a password they remember: such requests count as anonymous unless they carry no cookie and
 * an `Authorization` that only a script can have set, or come from one of `trustedOrigins`.
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

/** Schemes whose credentials browsers keep and send by themselves. */
const KEPT_BY_BROWSERS = /^\s*(?:basic|digest|negotiate|ntlm)\b/i;

/** Whether a page of another site has caused the request, as far as a browser says so. */
export const isForeign = (
  { headers, method: lineMethod = "GET" }: IncomingMessage,
  { method, site }: Pick<RequestContext, "method" | "site">,
  trusted: ReadonlySet<string>,
): boolean => {
  const { authorization, cookie, origin, "sec-fetch-site": fetchSite } = headers;
  if (authorization !== undefined && cookie === undefined && !KEPT_BY_BROWSERS.test(authorization))
    return false;
  // A picture or a link makes a browser send a read that says it is a write, from our own pages, too.
  if (READS.has(lineMethod) && !READS.has(method)) return true;
  if (origin !== undefined) return origin !== new URL(site).origin && !trusted.has(origin);
  return !READS.has(method) && fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none";
};
