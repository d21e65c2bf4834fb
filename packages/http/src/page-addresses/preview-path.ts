const [PREFIX, MASK] = ["/events/preview/", "***"];

/** Path of the web page of a preview, below the site and the locale. */
export const previewPath = (token: string): string => `${PREFIX}${token}/`;

/**
 * Returns the token in the path of a preview; `undefined` for other paths. The prefix alone may be the address
 * of a record with the slug `preview`.
 */
export const previewTokenOf = (path: string): string | undefined =>
  path.startsWith(PREFIX) && path !== PREFIX ? path.slice(PREFIX.length).replace(/\/$/, "") : undefined;

/** Returns the path for logs. Everything after the prefix of previews is masked, because it is a secret. */
export const toLoggedPath = (path: string): string =>
  previewTokenOf(path) === undefined ? path : PREFIX + MASK;
