import { validateHeaderName, validateHeaderValue } from "node:http";

/**
 * Matches headers that plugins cannot set: they define the framing of the response or belong to its
 * connection. Cookies are excluded because they must not identify callers.
 */
const NOT_OF_ROUTES =
  /^(?:content-length|transfer-encoding|trailer|connection|keep-alive|upgrade|te|proxy-.*|set-cookie2?)$/i;

/**
 * Throws an `Error` if a plugin sets a header that cannot be sent. Called early enough to send an error
 * response instead.
 */
export const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (NOT_OF_ROUTES.test(name)) throw new Error(`A route cannot set the header ${name}`);
  }
};
