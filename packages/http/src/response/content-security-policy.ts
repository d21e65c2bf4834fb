/**
 * Content security policy for files, error pages and plugin responses. If a browser opens such a response as
 * a web page of this site, the policy blocks everything in it.
 */
export const NOTHING_ALLOWED = { "Content-Security-Policy": "default-src 'none'; sandbox" } as const;

/**
 * Returns the content security policy of our web pages. By default, they load nothing from other sites, run
 * no inline scripts, and cannot be framed. `style`: source of the inline styles. `sources`: replaces
 * directives.
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
