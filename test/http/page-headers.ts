/** Headers that every HTML page must have. Source: rules/interface.md#page-security. */
export const PAGE_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;
