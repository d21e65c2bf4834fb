import type { Logger } from "@kalends/core";
import type { PluginRoute, RouteAnswer, RouteContent } from "@kalends/core/interface";
import type { Exchange } from "../../request/exchange.ts";
import { toLogFields } from "../../request/trace-context.ts";
import { NOTHING_ALLOWED } from "../../response/content-security-policy.ts";
import { checkHeaders } from "../../response/plugin-headers.ts";
import { toStreamed } from "../../response/sending/plugin-stream.ts";
import { type Answer, WITHOUT_BODY } from "../../route/route.ts";

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const JSON_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** What is sent as JSON must not pass for a page, which would run outside of the box for content. */
const checkJsonType = (headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers))
    if (/^content-type$/i.test(name) && !JSON_TYPE.test(value))
      throw new Error(`A body in JSON cannot be sent as ${value}: answer a text`);
};

/** What may be answered as content. */
type Content = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
} & RouteContent;

/** Without parameters. */
const essenceOf = ({ type }: RouteContent): string => (type.split(";")[0] ?? "").trim().toLowerCase();

/** The type with the charset that texts are sent in. */
const typeOf = (content: RouteContent): string => {
  const { type } = content;
  const charset = CHARSET.exec(type)?.[1];
  const isText = "text" in content || "write" in content;
  if (isText && charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new Error(`Texts are sent as UTF-8`);
  return charset === undefined && (isText || type.startsWith("text/")) ? `${type}; charset=UTF-8` : type;
};

const checkStatus = (status: number): void => {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new Error(`No status: ${status}`);
};

/** Makes of content what is sent; an `Error` says what is wrong with it. `failed` gets what its stream fails with later. */
export const toContentAnswer = async (
  content: Content,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  failed: (error: unknown) => void,
): Promise<Answer> => {
  const { status = 200, headers = {} } = content;
  checkStatus(status);
  const typed = { ...NOTHING_ALLOWED, ...headers, "Content-Type": typeOf(content) };
  checkHeaders(typed);
  if (WITHOUT_BODY.has(status)) throw new Error(`An answer with the status ${status} has no content`);
  return { status, headers: typed, body: null, content: await contentOf(content, exchange, failed) };
};

/** Makes of what a route answers what is sent; an `Error` says what is wrong with it. */
export const createToAnswer =
  (
    { method, path, mediaTypes = {} }: PluginRoute,
    logger: Pick<Logger, "error">,
  ): ((answer: RouteAnswer, exchange: Exchange) => Promise<Answer>) =>
  async (answer, exchange) => {
    const { status = 200, headers = {} } = answer;
    if (!("type" in answer)) {
      checkStatus(status);
      checkHeaders(headers);
      checkJsonType(headers);
      return { status, headers, body: JSON.parse(JSON.stringify(answer.body ?? null)) };
    }
    if (!Object.hasOwn(mediaTypes, essenceOf(answer)))
      throw new Error(`${answer.type} is none of the media types that the route declares`);
    return toContentAnswer(answer, exchange, (error) =>
      logger.error("a stream failed", { ...toLogFields(exchange.trace()), method, path, error }),
    );
  };

const contentOf = async (
  answer: RouteContent,
  exchange: Pick<Exchange, "isGone" | "onceOver">,
  failed: (error: unknown) => void,
): Promise<NonNullable<Answer["content"]>> => {
  if ("text" in answer) return { bytes: Buffer.from(answer.text) };
  if ("stream" in answer) return toStreamed(exchange, answer.stream, failed);
  if ("write" in answer) return { write: answer.write, failed };
  // Of another view of the same memory, whatever becomes of that: a copy.
  return { bytes: Buffer.from(answer.bytes) };
};
