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
 * Throws if a JSON body has a media type other than JSON. As a web page, such a body would run without the
 * protection that text content gets.
 */
const checkJsonType = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers))
    if (/^content-type$/i.test(name) && !JSON_TYPE.test(value))
      throw new Error(`A JSON body cannot be sent as ${value}. Return text instead`);
};

/** Content of a plugin route or web page, with its status and headers. */
type Content = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
} & RouteContent;

/** Returns the media type in lower case, without its parameters. */
const essenceOf = ({ type }: RouteContent): string => (type.split(";")[0] ?? "").trim().toLowerCase();

/**
 * Returns the media type, with the charset if the content is text. Throws for texts with a charset other than
 * UTF-8.
 */
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
 * Converts the content of a plugin to a response. Throws an `Error` if the content is invalid. `failed`:
 * called with an error that occurs later in its stream.
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
 * Creates the function that converts the return value of a plugin route to a response. The function throws an
 * `Error` if the value is invalid.
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
  // Copied, because the array may be a view of memory that changes later.
  return { bytes: Buffer.from(answer.bytes) };
};
