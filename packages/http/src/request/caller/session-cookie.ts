import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Actor, CalendarError } from "@kalends/core";
import type { HttpErrorCode } from "../../errors/error-codes.ts";
import type { HttpSettings } from "../../settings.ts";
import type { Addresses } from "../address/addresses.ts";

/** Base URLs on which the name and the rules of the session cookie depend. */
export type CookieAddresses = Pick<Addresses, "site" | "root">;

type CookieSettings = Pick<HttpSettings, "hasSessions" | "publicOrigin">;

/** Actor that stands for a caller with an invalid session cookie. Compare it by identity, with `===`. */
export const INVALID_SESSION: Actor = { capabilities: new Set() };

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** Returns the name of the session cookie. Calendars on one origin have different names for it. */
const nameOf = ({ root }: CookieAddresses): string => {
  const name = `kalends-${hash("sha256", root, "hex").slice(0, 8)}`;
  return root.startsWith("https:") ? `__Host-${name}` : name;
};

/**
 * Returns the token of the session cookie. Returns `undefined` without this cookie, and always if a host
 * manages the users.
 * Source: rules/sign-in.md#session-cookie.
 */
export const readSessionCookie = (
  { headers: { cookie } }: Pick<IncomingMessage, "headers">,
  addresses: () => CookieAddresses,
  { hasSessions }: Pick<CookieSettings, "hasSessions">,
): string | undefined => {
  // Most requests have no session cookie, and computing its name takes a hash.
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

/**
 * Returns the origin of the calendar's own pages: the setting `publicOrigin`, or the origin of the site
 * without it.
 * Source: rules/sign-in.md#public-address.
 */
const publicOriginOf = (
  { site }: Pick<CookieAddresses, "site">,
  { publicOrigin }: Pick<CookieSettings, "publicOrigin">,
): string => publicOrigin ?? new URL(site).origin;

/**
 * True if the request names another origin than that of the calendar's own pages. False without the header
 * `Origin`.
 */
export const isOtherOrigin = (
  { headers: { origin } }: Pick<IncomingMessage, "headers">,
  addresses: Pick<CookieAddresses, "site">,
  settings: Pick<CookieSettings, "publicOrigin">,
): boolean => origin !== undefined && origin !== publicOriginOf(addresses, settings);

/**
 * Throws `rest_cookie_refused` unless one of the calendar's own pages has caused the request. Other programs
 * must send the origin of these pages as `Origin`.
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
 * Throws `rest_cookie_refused` for a write for which the session cookie must not be used. This is a write
 * that another site may have caused, or a GET with an overridden method, which any link can cause.
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
