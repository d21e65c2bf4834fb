/**
 * Of every page, unless a plugin says otherwise: no page needs a device of its visitor, and other sites do not learn which page led to them.
 * Source: rules/interface.md#page-security.
 */
export const PAGE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;
