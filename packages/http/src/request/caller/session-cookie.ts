import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Actor, CalendarError } from "@kalends/core";
import type { HttpErrorCode } from "../../errors/error-codes.ts";
import type { HttpSettings } from "../../settings.ts";
import type { Addresses } from "../address/addresses.ts";

/** Addresses that the name and the rules of the cookie depend on. */
export type CookieAddresses = Pick<Addresses, "site" | "root">;

type CookieSettings = Pick<HttpSettings, "hasSessions" | "publicOrigin">;

/** Caller with an invalid session cookie. Compared by identity. */
export const INVALID_SESSION: Actor = { capabilities: new Set() };

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** Returns the name of the cookie: calendars on one origin have different names. */
const nameOf = ({ root }: CookieAddresses): string => {
  const name = `kalends-${hash("sha256", root, "hex").slice(0, 8)}`;
  return root.startsWith("https:") ? `__Host-${name}` : name;
};

/**
 * Returns the token of the session cookie; `undefined` without one, and if a host manages the users.
 * Source: rules/sign-in.md#session-cookie.
 */
export const readSessionCookie = (
  { headers: { cookie } }: Pick<IncomingMessage, "headers">,
  addresses: () => CookieAddresses,
  { hasSessions }: Pick<CookieSettings, "hasSessions">,
): string | undefined => {
  // Most requests have no cookie, and the name takes a hash.
  if (!hasSessions || cookie === undefined || !cookie.includes("kalends-")) return undefined;
  const name = nameOf(addresses());
  for (const pair of cookie.split(";")) {
    const [sent = "", value = ""] = pair.trim().split("=", 2);
    if (sent === name && value !== "") return value;
  }
  return undefined;
};

/** Returns the `Set-Cookie` header for a session token; `null` deletes the cookie. */
export const sessionCookie = (token: string | null, addresses: CookieAddresses): string => {
  const secure = addresses.root.startsWith("https:") ? "; Secure" : "";
  const age = token === null ? 0 : MAX_AGE_SECONDS;
  return `${nameOf(addresses)}=${token ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
};

/** Returns the origin of our own pages. Source: rules/sign-in.md#public-address. */
const publicOriginOf = (
  { site }: Pick<CookieAddresses, "site">,
  { publicOrigin }: Pick<CookieSettings, "publicOrigin">,
): string => publicOrigin ?? new URL(site).origin;

/** True if a page of another origin, as far as browsers report it, requests a response. */
export const isOtherOrigin = (
  { headers: { origin } }: Pick<IncomingMessage, "headers">,
  addresses: Pick<CookieAddresses, "site">,
  settings: Pick<CookieSettings, "publicOrigin">,
): boolean => origin !== undefined && origin !== publicOriginOf(addresses, settings);

/**
 * Throws `rest_cookie_refused` unless one of our own pages, or a program that sends our `Origin`, has caused the
 * request.
 * Source: rules/sign-in.md#session-cookie-origin.
 */
export const requireSameOrigin = (
  { headers }: Pick<IncomingMessage, "headers">,
  addresses: Pick<CookieAddresses, "site">,
  settings: Pick<CookieSettings, "publicOrigin">,
): void => {
  const { origin, "sec-fetch-site": fetchSite } = headers;
  const isSame =
    fetchSite === undefined ? origin === publicOriginOf(addresses, settings) : fetchSite === "same-origin";
  if (!isSame) throw new CalendarError<HttpErrorCode>("rest_cookie_refused");
};

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Throws `rest_cookie_refused` if a session cookie does not count for the request: another site may have caused it,
 * or it is a link whose method is overridden to a write.
 */
export const requireCookieCounts = (
  request: Pick<IncomingMessage, "headers" | "method">,
  method: string,
  addresses: Pick<CookieAddresses, "site">,
  settings: Pick<CookieSettings, "publicOrigin">,
): void => {
  if (READS.has(method)) return;
  if (READS.has(request.method ?? "GET")) throw new CalendarError<HttpErrorCode>("rest_cookie_refused");
  requireSameOrigin(request, addresses, settings);
};
