import type { Logger } from "@kalends/core";
import type { PluginRoute, RouteContent, RouteResponse } from "@kalends/core/interface";
import type { Exchange } from "../../request/exchange.ts";
import { toLogFields } from "../../request/trace-context.ts";
import { NOTHING_ALLOWED } from "../../response/content-security-policy.ts";
import { checkHeaders } from "../../response/plugin-headers.ts";
import { toStreamed } from "../../response/sending/plugin-stream.ts";
import { type EndpointResponse, WITHOUT_BODY } from "../../route/route.ts";

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const JSON_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/**
 * Throws if a JSON body has a non-JSON type: as a web page it would run without the protection that text content
 * gets.
 */
const checkJsonType = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers))
    if (/^content-type$/i.test(name) && !JSON_TYPE.test(value))
      throw new Error(`A JSON body cannot be sent as ${value}. Return text instead`);
};

/** Content with status and headers. */
type Content = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
} & RouteContent;

/** Returns the media type without parameters, in lower case. */
const essenceOf = ({ type }: RouteContent): string => (type.split(";")[0] ?? "").trim().toLowerCase();

/** Returns the type with the charset of the text. */
const typeOf = (content: RouteContent): string => {
  const { type } = content;
  const charset = CHARSET.exec(type)?.[1];
  const isText = "text" in content || "write" in content;
  if (isText && charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Error(`The type ${type} names another charset; texts are sent as UTF-8`);
  return charset === undefined && (isText || type.startsWith("text/")) ? `${type}; charset=UTF-8` : type;
};

const checkStatus = (status: number): void => {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`A route returns the status ${status}; a status is a whole number from 200 to 599`);
};

/**
 * Converts content to a response. Throws an `Error` for invalid content. `failed` receives later errors of its
 * stream.
 */
export const toContentResponse = async (
  content: Content,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  failed: (error: unknown) => void,
): Promise<EndpointResponse> => {
  const { status = 200, headers = {} } = content;
  checkStatus(status);
  const typed = { ...NOTHING_ALLOWED, ...headers, "Content-Type": typeOf(content) };
  checkHeaders(typed);
  if (WITHOUT_BODY.has(status)) throw new Error(`A response with the status ${status} cannot have content`);
  return { status, headers: typed, body: null, content: await contentOf(content, exchange, failed) };
};

/**
 * Creates the function that converts the return value of a route to a response. It throws an `Error` for invalid
 * values.
 */
export const createToResponse =
  (
    { method, path, mediaTypes = {} }: PluginRoute,
    logger: Pick<Logger, "error">,
  ): ((answer: RouteResponse, exchange: Exchange) => Promise<EndpointResponse>) =>
  async (answer, exchange) => {
    const { status = 200, headers = {} } = answer;
    if (!("type" in answer)) {
      checkStatus(status);
      checkHeaders(headers);
      checkJsonType(headers);
      return { status, headers, body: JSON.parse(JSON.stringify(answer.body ?? null)) };
    }
    if (!Object.hasOwn(mediaTypes, essenceOf(answer)))
      throw new Error(`The route does not declare the media type ${answer.type} in mediaTypes`);
    return toContentResponse(answer, exchange, (error) =>
      logger.error("a stream failed", { ...toLogFields(exchange.trace()), method, path, error }),
    );
  };

const contentOf = async (
  answer: RouteContent,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  failed: (error: unknown) => void,
): Promise<NonNullable<EndpointResponse["content"]>> => {
  if ("text" in answer) return { bytes: Buffer.from(answer.text) };
  if ("stream" in answer) return toStreamed(exchange, answer.stream, failed);
  if ("write" in answer) return { write: answer.write, failed };
  // Copied: the array may be a view of memory that changes later.
  return { bytes: Buffer.from(answer.bytes) };
};
