/**
 * Policy for files, error pages and plugin responses: a browser that opens one as a page of this site blocks
 * everything in it.
 */
export const NOTHING_ALLOWED = { "Content-Security-Policy": "default-src 'none'; sandbox" } as const;

/**
 * Returns the policy of our own pages: by default they load nothing from other sites, run no inline scripts, and
 * cannot be framed. `sources` overrides directives. `style` is the source of the inline styles.
 */
export const policyOfPage = (style: string, sources: Readonly<Record<string, string>>): string =>
  Object.entries({
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "img-src": "data:",
    ...sources,
    "style-src": [style, sources["style-src"]].filter(Boolean).join(" "),
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join("; ");
