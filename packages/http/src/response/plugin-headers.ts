import { validateHeaderName, validateHeaderValue } from "node:http";

/**
 * Headers that plugins cannot set: they frame a response or belong to its connection. Cookies are excluded because
 * they do not identify callers.
 */
const NOT_OF_ROUTES =
  /^(?:content-length|transfer-encoding|trailer|connection|keep-alive|upgrade|te|proxy-.*|set-cookie2?)$/i;

/**
 * Throws an `Error` for a header of a plugin that cannot be sent. At this point an error response is still
 * possible.
 */
export const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (NOT_OF_ROUTES.test(name)) throw new Error(`A route cannot set the header ${name}`);
  }
};
