import type { Addresses } from "../request/address/addresses.ts";

/** Headers by which programs find the interface from a web page. Source: rules/interface.md#discovery. */
export const discoveryHeaders = ({ site, rest, namespace }: Addresses): Readonly<Record<string, string>> => ({
  "X-TEC-API-VERSION": "v1",
  "X-TEC-API-ROOT": `${namespace}/`,
  "X-TEC-API-ORIGIN": site,
  Link: `<${rest}/>; rel="https://api.w.org/"`,
});

/**
 * Of every page, unless a plugin says otherwise: no page needs a device of its visitor, and other sites do not learn which page led to them.
 * Source: rules/interface.md#page-security.
 */
export const PAGE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;
