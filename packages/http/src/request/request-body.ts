import { Readable } from "node:stream";
import type { RawValues } from "@kalends/core";
import {
  type Actor,
  CalendarError,
  createFairLimiter,
  MAX_IMAGE_BYTES,
  type Parameters,
} from "@kalends/core";
import type { Context, Middleware } from "koa";
import { fromPairs, toPairs } from "./bracketed-pairs.ts";
import { createFileParts } from "./file-parts.ts";
import { demandBoundedJson } from "./json-bounds.ts";
import { readMultipart } from "./multipart-body.ts";

/** Values of a body; those of a JSON body count on every method, those of a form on writes alone. */
export interface BodyValues {
  readonly kind: "json" | "form";
  readonly values: RawValues;
}

type BodyKind = "json" | "urlencoded" | "multipart";

const NOTHING: RawValues = Object.freeze(Object.create(null) as Record<string, unknown>);
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Codes that clients know from the decoder of the interface. */
const SYNTAX_ERROR = 4;
const MALFORMED_UTF_8 = 5;

/** How the codes of errors begin that zlib and Brotli have for what they cannot inflate. */
const DAMAGED = /^(?:Z_|ERR_.*_ERROR_FORMAT_)/;

const unreadable = (code: number, message: string): CalendarError =>
  new CalendarError("rest_invalid_json", { jsonError: { code, message } });

/** A missing `Content-Type` counts as a form; types that are not listed are ignored. Source: 00-overview section 2. */
const kindOf = (contentType: string | undefined): BodyKind | undefined => {
  const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "" || type === "application/x-www-form-urlencoded") return "urlencoded";
  if (type === "multipart/form-data") return "multipart";
  return type === "application/json" || /^[^/\s]+\/[^/\s]+\+json$/.test(type) ? "json" : undefined;
};

/** Whether a request brings more than its head. */
export const hasBody = ({ req }: Pick<Context, "req">): boolean =>
  req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;

const toJsonValues = (bytes: Buffer): RawValues => {
  let text: string;
  try {
    text = UTF_8.decode(bytes);
  } catch {
    throw unreadable(MALFORMED_UTF_8, "Malformed UTF-8 characters, possibly incorrectly encoded");
  }
  const [first] = text.trimStart();
  if (first === undefined) return NOTHING;
  if (first === "{") demandBoundedJson(text);
  if (first === "[") throw unreadable(SYNTAX_ERROR, "The body is not a JSON object");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable(SYNTAX_ERROR, "Syntax error");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw unreadable(SYNTAX_ERROR, "The body is not a JSON object");
  }
  return value as RawValues;
};

/** What a host has read before us, as far as it left an object behind: the stream has nothing more to give. */
const readByHost = ({ req, request }: Context): BodyValues => {
  const { body } = request as { body?: unknown };
  const { body: nodeBody } = req as { body?: unknown };
  const values = body ?? nodeBody;
  const isObject = typeof values === "object" && values !== null && !Array.isArray(values);
  return {
    kind: kindOf(req.headers["content-type"]) === "json" ? "json" : "form",
    values: isObject ? (values as RawValues) : NOTHING,
  };
};

/** As binary text, because only bytes can tell malformed UTF-8 from a replacement character that was sent. */
const loadTextReader = async (limit: number): Promise<Middleware> => {
  // With the first body: it takes longer to load than everything that reads need.
  const { koaBody } = await import("koa-body");
  return koaBody({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: ["*/*"],
    textLimit: limit,
    encoding: "binary",
    patchNode: false,
    parsedMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as never,
  });
};

/** What is known of a request before its body is read. */
export interface Expected {
  readonly actor: Actor;
  readonly isWrite: boolean;
  /** Those that the body may carry. */
  readonly parameters: Parameters;
}

/**
 * Forms with files in memory at once, each with up to `MAX_IMAGE_BYTES`, and of the same account; a form keeps its place
 * until it is answered.
 */
const FORMS = { capacity: 2, perKey: 1 };

/**
 * Reads the bodies of requests: bounded, inflated where compressed, whatever the method. A body above `limit` bytes is
 * refused with `rest_body_too_large` and never kept. Source: 00-overview section 2, 90-decisions P17.
 */
export const createBodyReader = (
  limit: number,
): ((ctx: Context, expected: Expected) => Promise<BodyValues>) => {
  let textReader: Promise<Middleware> | undefined;
  const forms = createFairLimiter<Actor["id"]>(FORMS);

  /** Until the answer is sent, or the client has gone. */
  const takePlace = async ({ res }: Context, { id }: Actor): Promise<() => void> => {
    const { settled, release } = forms.acquire(id);
    await settled;
    if (res.destroyed) release();
    else res.once("close", release);
    return release;
  };

  const readForm = async (ctx: Context, expected: Expected): Promise<RawValues> => {
    const isPacked = (ctx.req.headers["content-encoding"] ?? "identity") !== "identity";
    const pairs = await readMultipart({
      req: ctx.req,
      ...(isPacked && { source: Readable.from([await readBytes(ctx)]) }),
      textLimit: limit,
      fileLimit: MAX_IMAGE_BYTES,
      keeps: createFileParts(expected),
      takePlace: () => takePlace(ctx, expected.actor),
    });
    return fromPairs(pairs);
  };

  const readBytes = async (ctx: Context): Promise<Buffer> => {
    if (Number(ctx.req.headers["content-length"] ?? 0) > limit)
      throw new CalendarError("rest_body_too_large");
    ctx.req.headers["content-type"] ??= "application/x-www-form-urlencoded";
    try {
      textReader ??= loadTextReader(limit);
      const readText = await textReader;
      await readText(ctx, () => Promise.resolve());
    } catch (error) {
      const { status, type, code } = error as { status?: number; type?: string; code?: string };
      if (type === "entity.too.large") throw new CalendarError("rest_body_too_large");
      // A client may go before its body is read: while the store looks up who it is, say.
      const isDamaged = code !== undefined && DAMAGED.test(code);
      if ((status !== undefined && status < 500) || isDamaged || ctx.req.destroyed) {
        throw unreadable(SYNTAX_ERROR, "The body cannot be decoded");
      }
      throw error;
    }
    const { body } = ctx.request as unknown as { body?: unknown };
    return typeof body === "string" ? Buffer.from(body, "latin1") : Buffer.alloc(0);
  };

  return async (ctx, expected) => {
    if (ctx.req.readableDidRead) return readByHost(ctx);
    const contentType = ctx.req.headers["content-type"];
    const kind = kindOf(contentType);
    if (kind === undefined || !hasBody(ctx)) return { kind: "form", values: NOTHING };
    if (kind === "multipart") return { kind: "form", values: await readForm(ctx, expected) };
    const bytes = await readBytes(ctx);
    if (kind === "json") return { kind: "json", values: toJsonValues(bytes) };
    return { kind: "form", values: fromPairs(toPairs(bytes.toString("latin1"))) };
  };
};
