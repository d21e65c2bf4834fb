import { Readable } from "node:stream";
import {
  type Actor,
  CalendarError,
  createFairLimiter,
  isCalendarError,
  isObject,
  MAX_IMAGE_BYTES,
  type Permit,
} from "@kalends/core";
import { can, type FilePart, isFilePart, type RawValues } from "@kalends/core/interface";
import type { Context, Middleware } from "koa";
import type { HttpError, HttpErrorCode, HttpErrorDetails } from "../../errors/error-codes.ts";
import type { HttpSettings } from "../../settings.ts";
import { fromPairs, type Pair, toPairs } from "../address/bracketed-pairs.ts";
import { TRANSPORT } from "../address/requested-url.ts";
import { type BodyBudget, type BodyBudgets, CHUNK } from "./body-memory.ts";
import {
  bodyOfHost,
  hasBody,
  lengthOf,
  MALFORMED_UTF_8,
  type Pace,
  SYNTAX_ERROR,
  TEXT_PACE,
  unreadable,
  watchPace,
} from "./incoming-bytes.ts";
import { inflate } from "./inflated-body.ts";
import { checkJsonBounds } from "./json-bounds.ts";
import { type BodyContext, createFileParts, readMultipart } from "./multipart-body.ts";

/**
 * Values in a request body. Values of a JSON body are used for every method, values of a form only for
 * writes.
 */
export interface BodyValues {
  readonly kind: "json" | "form";
  readonly values: RawValues;
  /**
   * True if the content of the body does not match its `Content-Type`, or if bodies of that type are not
   * read.
   */
  readonly hasOtherType?: boolean;
}

export const NOTHING: RawValues = Object.freeze(Object.create(null) as Record<string, unknown>);
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Matches error codes of zlib and Brotli for data that cannot be decompressed. */
const DAMAGED = /^(?:Z_|ERR_.*_ERROR_FORMAT_)/;

/**
 * Returns the kind of a body by its `Content-Type`. A missing `Content-Type` counts as a form. Returns
 * `undefined` for all other types, whose bodies are ignored. Source:
 * rules/interface.md#request-content-types.
 */
export const kindOf = (contentType = ""): "json" | "urlencoded" | "multipart" | undefined => {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "" || type === "application/x-www-form-urlencoded") return "urlencoded";
  if (type === "multipart/form-data") return "multipart";
  return type === "application/json" || /^[^/\s]+\/[^/\s]+\+json$/.test(type) ? "json" : undefined;
};

const notAnObject = (): HttpError => unreadable("The body is not a JSON object");

/** Parses a JSON object. Throws `rest_invalid_json` for all other texts. An empty body gives no values. */
export const toJsonValues = (bytes: Buffer): RawValues => {
  let text: string;
  try {
    text = UTF_8.decode(bytes);
  } catch {
    throw unreadable("Malformed UTF-8 characters, possibly incorrectly encoded", MALFORMED_UTF_8);
  }
  const [first] = text.trimStart();
  if (first === undefined) return NOTHING;
  if (first === "{") checkJsonBounds(text);
  if (first === "[") throw notAnObject();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable("Syntax error");
  }
  if (!isObject(value)) throw notAnObject();
  return value;
};

/**
 * Matches the start of a JSON object, or of a list of objects, up to its first member. It does not match
 * forms, because they encode braces and quotes.
 */
const JSON_START = /^\s*(?:\[\s*)?\{\s*"/;

const jsonWithoutType = (): HttpError => {
  const details: HttpErrorDetails = {
    explanation: "json-without-type",
    jsonError: { code: SYNTAX_ERROR, message: "Send JSON as Content-Type: application/json" },
  };
  return new CalendarError<HttpErrorCode>("rest_invalid_json", details);
};

/**
 * True if the endpoint has required parameters. Clients then expect the error that names the missing
 * parameters.
 */
const needsParameters = ({ parameters }: BodyContext): boolean =>
  Object.values(parameters).some(({ required }) => required === true);

/** True for `text/plain`, the default type of texts in `fetch` and similar clients. */
const isPlainText = (contentType = ""): boolean => /^text\/plain\s*(?:;|$)/i.test(contentType.trim());

/** Returns the values of a body that middleware of the host has already read, so that the stream is empty. */
const valuesOfHost = (ctx: Context, isWrite: boolean): BodyValues => {
  const body = bodyOfHost(ctx);
  const values = isObject(body) ? body : NOTHING;
  const kind = kindOf(ctx.req.headers["content-type"]) === "json" ? "json" : "form";
  const [first = typeof body === "string" ? body : ""] = Object.keys(values);
  if (kind === "form" && isWrite && JSON_START.test(first)) throw jsonWithoutType();
  return { kind, values };
};

/**
 * Creates a middleware of koa-body that reads a decompressed body as text. The middleware does not parse the
 * text, because it would build values without checking limits. It decodes as binary, because malformed UTF-8
 * can be detected only in bytes.
 */
const loadTextReader = async (limit: number): Promise<Middleware> => {
  // koa-body is loaded with the first body, because loading it takes longer than loading all code that reads
  // need.
  const { HttpMethodEnum, koaBody } = await import("koa-body");
  return koaBody({
    json: false,
    urlencoded: false,
    text: true,
    textTypes: ["*/*"],
    textLimit: limit,
    encoding: "binary",
    patchNode: false,
    parsedMethods: Object.values(HttpMethodEnum),
  });
};

/**
 * Creates a function that reads and decompresses a complete body. The function throws:
 *
 * - `rest_body_too_large` if the body exceeds `limit` bytes
 * - `rest_invalid_json` if the body cannot be read, or the sender is too slow
 * - `rest_storage_unavailable` if the memory budget is exhausted
 */
export const createBytesReader = (
  limit: number,
  bodies: BodyBudget,
  pace: Pace = TEXT_PACE,
): ((ctx: Context) => Promise<Buffer>) => {
  let textReader: Promise<Middleware> | undefined;

  /** Reads the body with koa-body, which gets the decompressed stream in place of the request. */
  const read = async (ctx: Context, readText: Middleware): Promise<unknown> => {
    const inflated = inflate(ctx.req);
    if (inflated === undefined) throw unreadable("The body cannot be decoded");
    const { stream, cost, close } = inflated;
    let failure: Error | undefined;
    const fail = (error: Error): void => {
      failure ??= error;
      stream.destroy(error);
    };
    const held = bodies.open(ctx, fail, cost);
    let bytes = 0;
    held.hold(bytes);
    stream.on("data", (chunk: Uint8Array) => {
      bytes += chunk.length + CHUNK;
      held.hold(bytes);
    });
    const stop = ctx.req.complete ? () => {} : watchPace(ctx.req, pace, fail);
    try {
      const req = Object.assign(stream, { headers: {} });
      // A separate request object holds the body, because the request of the host stays in memory while the
      // response is sent.
      const request: { body?: unknown } = Object.create(ctx.request);
      await readText(Object.create(ctx, { req: { value: req }, request: { value: request } }), () =>
        Promise.resolve(),
      );
      held.finish();
      return request.body;
    } catch (error) {
      held.release();
      // If the stream fails before koa-body reads it, koa-body throws another error. Throw the original one.
      throw failure ?? error;
    } finally {
      stop();
      close();
    }
  };

  return async (ctx) => {
    if (lengthOf(ctx.req) > limit) throw new CalendarError("rest_body_too_large");
    ctx.req.headers["content-type"] ??= "application/x-www-form-urlencoded";
    let body: unknown;
    try {
      textReader ??= loadTextReader(limit);
      body = await read(ctx, await textReader);
    } catch (error) {
      if (isCalendarError(error)) throw error;
      const { status, type, code } = error as { status?: number; type?: string; code?: string };
      if (type === "entity.too.large") throw new CalendarError("rest_body_too_large");
      // A client may disconnect before its body is read, for example during identification.
      const isDamaged = code !== undefined && DAMAGED.test(code);
      if ((status !== undefined && status < 500) || isDamaged || ctx.req.destroyed) {
        throw unreadable("The body cannot be decoded");
      }
      throw error;
    }
    return typeof body === "string" ? Buffer.from(body, "latin1") : Buffer.alloc(0);
  };
};

/**
 * Creates the function that reads request bodies of any method, and decompresses them. A body above
 * `bodyLimit` bytes fails with `rest_body_too_large`. If an account sends many forms that may contain files,
 * additional forms wait unread. Therefore, a program may send many forms at once
 * (rules/images.md#image-queues). Source: rules/interface.md#request-limits, rules/errors.md#body-too-large.
 */
export const createBodyReader = (
  { bodyLimit: limit, capacities }: Pick<HttpSettings, "bodyLimit" | "capacities">,
  { bodies, files }: BodyBudgets,
): ((ctx: Context, known: BodyContext) => Promise<BodyValues>) => {
  const readBytes = createBytesReader(limit, bodies);
  const forms = createFairLimiter<Actor["id"]>(capacities.forms);

  const readParts = async (
    ctx: Context,
    known: BodyContext,
    permit?: Permit,
  ): Promise<readonly Pair<string | FilePart>[]> => {
    const isPacked = (ctx.req.headers["content-encoding"] ?? "identity") !== "identity";
    return readMultipart({
      req: ctx.req,
      // `readBytes` already counts the decompressed bytes in the memory budget.
      ...(isPacked
        ? { source: Readable.from([await readBytes(ctx)]) }
        : { hold: (fail) => bodies.open(ctx, fail) }),
      textLimit: limit,
      fileLimit: MAX_IMAGE_BYTES,
      keeps: createFileParts(known),
      files: { hold: (fail) => files.open(ctx, fail), permit },
    });
  };

  const readForm = async (ctx: Context, known: BodyContext): Promise<RawValues> => {
    // Without the right to upload, a form cannot contain files, so no permit is needed.
    if (!can(known.actor, "upload")) return fromPairs(await readParts(ctx, known));
    const permit = forms.acquire(known.actor.id);
    let hasFile = false;
    try {
      await permit.decided;
      const pairs = await readParts(ctx, known, permit);
      hasFile = pairs.some(([, value]) => isFilePart(value));
      return fromPairs(pairs);
    } finally {
      if (!hasFile) permit.release();
    }
  };

  return async (ctx, known) => {
    const { isWrite } = known;
    if (ctx.req.readableDidRead) return valuesOfHost(ctx, isWrite);
    const kind = kindOf(ctx.req.headers["content-type"]);
    const length = lengthOf(ctx.req);
    const isLookedAt =
      kind !== undefined ||
      (isWrite && isPlainText(ctx.req.headers["content-type"]) && length > 0 && length <= limit);
    if (!hasBody(ctx)) return { kind: "form", values: NOTHING };
    if (!isLookedAt) return { kind: "form", values: NOTHING, hasOtherType: true };
    if (kind === "multipart") return { kind: "form", values: await readForm(ctx, known) };
    // Checked before `readBytes`, which adds a `Content-Type` to a request without one.
    const isForm = kind === "urlencoded" && ctx.req.headers["content-type"] !== undefined;
    const bytes = await readBytes(ctx);
    if (kind === "json") return { kind: "json", values: toJsonValues(bytes) };
    const text = bytes.toString("latin1");
    const isJson = JSON_START.test(text);
    if (isJson && isWrite && (isForm || !needsParameters(known))) throw jsonWithoutType();
    const values = kind === undefined ? NOTHING : fromPairs(toPairs(text));
    return { kind: "form", values, hasOtherType: kind === undefined || isJson };
  };
};

/**
 * Merges the values of query and body. A JSON body overrides the query for every method, a form body only for
 * writes. Source: rules/interface.md#parameter-priority.
 */
export const mergeValues = (query: RawValues, body: BodyValues, isWrite: boolean): RawValues => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) if (!TRANSPORT.includes(name)) values[name] = value;
  if (body.kind === "json" || isWrite) {
    for (const [name, value] of Object.entries(body.values)) values[name] = value;
  }
  return values;
};
