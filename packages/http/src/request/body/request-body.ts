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

/** Values of a body. JSON bodies count on every method, form bodies only on writes. */
export interface BodyValues {
  readonly kind: "json" | "form";
  readonly values: RawValues;
  /** True if the body has another type than its header says, or a type that is not read. */
  readonly hasOtherType?: boolean;
}

export const NOTHING: RawValues = Object.freeze(Object.create(null) as Record<string, unknown>);
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Start of the error codes of zlib and Brotli for data that they cannot decompress. */
const DAMAGED = /^(?:Z_|ERR_.*_ERROR_FORMAT_)/;

/**
 * Returns the kind of a body; `undefined` for unlisted types, which are ignored. A missing `Content-Type` counts as
 * a form.
 * Source: rules/interface.md#request-content-types.
 */
export const kindOf = (contentType = ""): "json" | "urlencoded" | "multipart" | undefined => {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "" || type === "application/x-www-form-urlencoded") return "urlencoded";
  if (type === "multipart/form-data") return "multipart";
  return type === "application/json" || /^[^/\s]+\/[^/\s]+\+json$/.test(type) ? "json" : undefined;
};

const notAnObject = (): HttpError => unreadable("The body is not a JSON object");

/** Parses a JSON object; throws `rest_invalid_json` for anything else. An empty body has no values. */
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

/** Start of a JSON object, or of a list of objects, with a first member. Forms would encode braces and quotes. */
const JSON_START = /^\s*(?:\[\s*)?\{\s*"/;

const jsonWithoutType = (): HttpError => {
  const details: HttpErrorDetails = {
    explanation: "json-without-type",
    jsonError: { code: SYNTAX_ERROR, message: "Send JSON as Content-Type: application/json" },
  };
  return new CalendarError<HttpErrorCode>("rest_invalid_json", details);
};

/**
 * True if the endpoint has required parameters: clients then expect the error that names the missing parameters.
 */
const needsParameters = ({ parameters }: BodyContext): boolean =>
  Object.values(parameters).some(({ required }) => required === true);

/** True for `text/plain`, which `fetch` and similar programs send for texts by default. */
const isPlainText = (contentType = ""): boolean => /^text\/plain\s*(?:;|$)/i.test(contentType.trim());

/** Returns the values of a body that a host has read: the stream is then empty. */
const valuesOfHost = (ctx: Context, isWrite: boolean): BodyValues => {
  const body = bodyOfHost(ctx);
  const values = isObject(body) ? body : NOTHING;
  const kind = kindOf(ctx.req.headers["content-type"]) === "json" ? "json" : "form";
  const [first = typeof body === "string" ? body : ""] = Object.keys(values);
  if (kind === "form" && isWrite && JSON_START.test(first)) throw jsonWithoutType();
  return { kind, values };
};

/**
 * Loads koa-body as a reader of decompressed text. It does not parse, because it checks no bounds before it builds
 * values. It decodes as binary text, because only bytes distinguish malformed UTF-8 from a replacement character
 * that was sent.
 */
const loadTextReader = async (limit: number): Promise<Middleware> => {
  // Loaded with the first body: it takes longer to load than everything that reads need.
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
 * Creates a function that reads and decompresses a complete body. It throws `rest_body_too_large` above `limit`
 * bytes, `rest_invalid_json`, also for slow senders, and `rest_storage_unavailable` if the memory budget is
 * exhausted.
 */
export const createBytesReader = (
  limit: number,
  bodies: BodyBudget,
  pace: Pace = TEXT_PACE,
): ((ctx: Context) => Promise<Buffer>) => {
  let textReader: Promise<Middleware> | undefined;

  /** Reads the body with koa-body, which examines only the headers of the stream that it reads. */
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
      // A request object of its own: the host's request stays in memory while the response is sent.
      const request: { body?: unknown } = Object.create(ctx.request);
      await readText(Object.create(ctx, { req: { value: req }, request: { value: request } }), () =>
        Promise.resolve(),
      );
      held.finish();
      return request.body;
    } catch (error) {
      held.release();
      // A stream that failed before it is read makes koa-body throw another error.
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
      // A client may disconnect before its body is read, for example during authentication.
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
 * Creates the reader of request bodies: limited, and decompressed if needed, for any method. A body above
 * `bodyLimit` bytes fails with `rest_body_too_large` and is not kept. If an account sends many forms that may
 * contain files, further ones wait unread, so that a program may send many at once (rules/images.md#image-queues).
 * Source: rules/interface.md#request-limits, rules/errors.md#body-too-large.
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
      // The memory budget already counts decompressed bytes.
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
    // Callers without the right to upload cannot send files.
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
    // `readBytes` adds a type to a request without one.
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
 * Merges the values: a JSON body takes precedence over a form body, and both over the query.
 * Source: rules/interface.md#parameter-priority.
 */
export const mergeValues = (query: RawValues, body: BodyValues, isWrite: boolean): RawValues => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) if (!TRANSPORT.includes(name)) values[name] = value;
  if (body.kind === "json" || isWrite) {
    for (const [name, value] of Object.entries(body.values)) values[name] = value;
  }
  return values;
};
