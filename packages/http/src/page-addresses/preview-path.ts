/** Start of the paths of previews, which end with a secret. */
export const PREVIEW_PREFIX = "/events/preview/";
const PREFIX = PREVIEW_PREFIX;

/** Path of the web page of a preview, below the site and the locale. */
export const previewPath = (token: string): string => `${PREFIX}${token}/`;

/**
 * Returns the token in the path of a preview; `undefined` for other paths. The prefix alone may be the address
 * of a record with the slug `preview`.
 */
export const previewTokenOf = (path: string): string | undefined =>
  path.startsWith(PREFIX) && path !== PREFIX ? path.slice(PREFIX.length).replace(/\/$/, "") : undefined;
