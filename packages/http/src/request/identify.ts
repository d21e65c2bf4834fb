import type { IncomingMessage } from "node:http";
import { type Accounts, type Actor, ANONYMOUS, CalendarError } from "@kalends/core";
import type { HttpSettings } from "../settings.ts";
import { clientAddress } from "./client-address.ts";
import { readCredentials } from "./credentials.ts";

/** What of a request counts besides its headers. */
export interface Purpose {
  /** The method that counts, which need not be the one of the request line. */
  readonly method: string;
  /** Address of our site, such as `https://calendar.example`. */
  readonly site: string;
}

/** Who sends a request; `ANONYMOUS` for nobody. Throws `CalendarError` for credentials that do not hold. */
export type Identify = (request: IncomingMessage, purpose: Purpose) => Promise<Actor>;

/** By what the `Authorization` header brings, and the address it comes from. Source: 90-decisions P8. */
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
 * an `Authorization` that only a script can have set, or come from one of `trustedOrigins`. Source:
 * 60-status-permissions section 8.
 */
export const createHostIdentity = (
  actorOf: (request: IncomingMessage) => Promise<Actor>,
  trustedOrigins: readonly string[],
): Identify => {
  const trusted = new Set(trustedOrigins);
  return async (request, purpose) => (isForeign(request, purpose, trusted) ? ANONYMOUS : actorOf(request));
};

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Schemes whose credentials browsers keep and send by themselves. */
const KEPT_BY_BROWSERS = /^\s*(?:basic|digest|negotiate|ntlm)\b/i;

const isForeign = (
  { headers, method: lineMethod = "GET" }: IncomingMessage,
  { method, site }: Purpose,
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
