/** For files, error pages and the responses of plugins: a browser that opens one as a page of this site lets it do nothing. */
export const NOTHING_ALLOWED = { "Content-Security-Policy": "default-src 'none'; sandbox" } as const;

/**
 * Returns the policy of our own pages: they load nothing from elsewhere, run no inline script, and cannot be framed, unless `sources` says
 * otherwise, by directive. `style`: the source of the styles that are in the page.
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
