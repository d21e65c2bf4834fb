import { validateHeaderName, validateHeaderValue } from "node:http";

/** Headers that frame an answer or belong to its connection, and cookies: callers are known by other means. */
const NOT_OF_ROUTES =
  /^(?:content-length|transfer-encoding|trailer|connection|keep-alive|upgrade|te|proxy-.*|set-cookie2?)$/i;

/** Throws an `Error` if a plugin has set a header that cannot be sent: here errors are still answered. */
export const checkHeaders = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (NOT_OF_ROUTES.test(name)) throw new Error(`A route cannot set the header ${name}`);
  }
};
