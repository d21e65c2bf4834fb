import type { Addresses } from "../request/address/addresses.ts";

/**
 * Returns the headers of a web page with which programs discover the REST interface. Source:
 * rules/interface.md#discovery.
 */
export const discoveryHeaders = ({ site, rest, namespace }: Addresses): Readonly<Record<string, string>> => ({
  "X-TEC-API-VERSION": "v1",
  "X-TEC-API-ROOT": `${namespace}/`,
  "X-TEC-API-ORIGIN": site,
  Link: `<${rest}/>; rel="https://api.w.org/"`,
});

/**
 * Default headers of every web page. They deny access to devices of the visitor, and hide from other sites
 * which page linked to them. Source: rules/interface.md#page-security.
 */
export const PAGE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;
