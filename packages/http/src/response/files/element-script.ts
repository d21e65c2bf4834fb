import { tagged } from "../../representation/representation.ts";
import type { HttpSettings } from "../../settings.ts";
import { PUBLIC_FILE } from "../cors.ts";
import type { Sendable } from "../sendable.ts";

/** Path of the element's script below the REST root, with or without a locale. */
export const ELEMENT_SCRIPT = "/kalends-calendar.js";

/**
 * Seconds for which caches may use the script without revalidation. The limit is short because the URL is the
 * same for every version.
 */
const MAX_AGE = 3600;

/** Reads the script of the calendar element; `undefined` if it does not exist. */
export type ReadElementFile = () => Promise<Uint8Array | undefined>;

/**
 * Creates the response with the script of the calendar element, which web pages of any site may load. The
 * script is read only once. Source: rules/interface.md#element-script.
 */
export const createElementScript = (
  read: ReadElementFile,
  { compression }: Pick<HttpSettings, "compression">,
): (() => Promise<Sendable | undefined>) => {
  let known: Sendable | undefined;
  return async () => {
    if (known !== undefined) return known;
    const bytes = await read();
    if (bytes === undefined) return undefined;
    const representation = tagged(Buffer.from(bytes));
    known = {
      status: 200,
      isRead: true,
      isSameOriginOnly: true,
      headers: [
        ["Content-Type", "text/javascript; charset=UTF-8"],
        ["Cache-Control", `public, max-age=${MAX_AGE}, must-revalidate`],
        ["X-Content-Type-Options", "nosniff"],
        ...Object.entries(PUBLIC_FILE),
      ],
      vary: compression ? "Accept-Encoding" : "",
      representation,
      compressible: compression ? representation : undefined,
      template: ELEMENT_SCRIPT,
    };
    return known;
  };
};
