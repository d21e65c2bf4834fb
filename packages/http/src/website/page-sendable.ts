import type { WebsiteResponse } from "@kalends/core/interface";
import { isTemporary } from "../errors/error-codes.ts";
import type { Addresses } from "../request/address/addresses.ts";
import type { Exchange } from "../request/exchange.ts";
import type { Prepared } from "../response/preparation.ts";
import { isLong, isOfText, type Sendable } from "../response/sendable.ts";
import { discoveryHeaders, PAGE_HEADERS } from "../response/web-page-headers.ts";
import type { EndpointResponse } from "../route/route.ts";
import { toContentResponse } from "../routes/plugins/plugin-response.ts";
import type { HttpSettings } from "../settings.ts";

/**
 * Converts the return value of a website handler to a response. Throws an `Error` if the value is invalid.
 * `isPure`: true if the key in the value contains everything on which the response depends.
 */
export const toPageResponse = async (
  answer: WebsiteResponse,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  failed: (error: unknown) => void,
  isPure: boolean,
): Promise<EndpointResponse> => {
  // Handlers in JavaScript are not type-checked.
  if (typeof answer !== "object" || typeof answer.type !== "string")
    throw new TypeError("A website handler must return an object with a type");
  if ("text" in answer && typeof answer.text !== "string")
    throw new TypeError("The text of a page must be a string");
  if ("write" in answer && typeof answer.write !== "function")
    throw new TypeError("The write of a page must be a function");
  const { content, ...made } = await toContentResponse(answer, exchange, failed);
  const isNamed = isPure && answer.key !== undefined && content !== undefined && "write" in content;
  return {
    ...made,
    ...(content && { content: isNamed ? { ...content, key: `${answer.type}\n${answer.key}` } : content }),
  };
};

/** True if the response is already encoded, or must not be compressed. */
const isEncoded = (own: ReadonlyMap<string, string>): boolean =>
  own.has("content-encoding") || /\bno-transform\b/i.test(own.get("cache-control") ?? "");

/** True for web pages and redirects. Files get no discovery headers. */
const isForPeople = (status: number, type: string | undefined): boolean =>
  (status >= 300 && status < 400) || /^text\/html\b/i.test(type ?? "");

/**
 * Creates the sendable response of a web page. `isRead`: true for GET and HEAD. Source:
 * rules/interface.md#website.
 */
export const toPageSendable = (
  isRead: boolean,
  { answer: { status, headers = {} }, representation }: Prepared,
  addresses: Addresses,
  { cacheMaxAge, compression, storageRetryAfter }: HttpSettings,
): Sendable => {
  const own = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const isKeepable = isRead && status < 500;
  const mayCompress =
    compression &&
    isLong(representation) &&
    isRead &&
    status === 200 &&
    isOfText(own.get("content-type")) &&
    !isEncoded(own);
  const discovery = isForPeople(status, own.get("content-type")) ? discoveryHeaders(addresses) : {};
  const links = [own.get("link"), discovery.Link].filter((one) => one !== undefined);
  const maxAge = status === 200 ? cacheMaxAge : 0;
  return {
    status,
    isRead,
    isSameOriginOnly: true,
    headers: [
      ...Object.entries(PAGE_HEADERS),
      ["Cache-Control", `public, max-age=${maxAge}, must-revalidate`],
      ...Object.entries(headers).filter(([name]) => !/^(?:vary|etag)$/i.test(name)),
      ...Object.entries(discovery),
      ...(links.length > 0 ? [["Link", links.join(", ")] as const] : []),
      ...(isKeepable ? [] : [["Cache-Control", "no-store"] as const]),
      ...(isTemporary(status) ? [["Retry-After", String(storageRetryAfter)] as const] : []),
    ],
    vary: [own.get("vary"), mayCompress && "Accept-Encoding"].filter(Boolean).join(", "),
    representation,
    compressible: mayCompress && "bytes" in representation ? representation : undefined,
  };
};
