import { Readable } from "node:stream";
import {
  type Actor,
  CalendarError,
  can,
  createFairLimiter,
  type FilePart,
  isCalendarError,
  MAX_IMAGE_BYTES,
  type RawValues,
} from "@kalends/core";
import type { Context, Middleware } from "koa";
import type { HttpError } from "../../response/errors/error-codes.ts";
import { TRANSPORT } from "../address/asked-address.ts";
import { fromPairs, type Pair, toPairs } from "../address/bracketed-pairs.ts";
import { type BodyBudget, type BodyBudgets, PIECE } from "./body-budget.ts";
import {
  bodyOfHost,
  hasBody,
  lengthOf,
  MALFORMED_UTF_8,
  type Pace,
  TEXT_PACE,
  unreadable,
  watchPace,
} from "./incoming-bytes.ts";
import { inflate } from "./inflated-body.ts";
import { demandBoundedJson } from "./json-bounds.ts";
import { type BodyContext, createFileParts, readMultipart } from "./multipart-body.ts";

/** Values of a body; those of a JSON body count on every method, those of a form only on writes. */
export interface BodyValues {
  readonly kind: "json" | "form";
  readonly values: RawValues;
}

export const NOTHING: RawValues = Object.freeze(Object.create(null) as Record<string, unknown>);
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** How the codes of errors begin that zlib and Brotli have for what they cannot inflate. */
const DAMAGED = /^(?:Z_|ERR_.*_ERROR_FORMAT_)/;

/**
 * A missing `Content-Type` counts as a form; types that are not listed are ignored.
 * Source: rules/interface.md#request-content-types.
 */
export const kindOf = (contentType = ""): "json" | "urlencoded" | "multipart" | undefined => {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "" || type === "application/x-www-form-urlencoded") return "urlencoded";
  if (type === "multipart/form-data") return "multipart";
  return type === "application/json" || /^[^/\s]+\/[^/\s]+\+json$/.test(type) ? "json" : undefined;
};

const notAnObject = (): HttpError => unreadable("The body is not a JSON object");

export const isObject = (value: unknown): value is RawValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws `rest_invalid_json` for what is no object in JSON. */
export const toJsonValues = (bytes: Buffer): RawValues => {
  let text: string;
  try {
    text = UTF_8.decode(bytes);
  } catch {
    throw unreadable("Malformed UTF-8 characters, possibly incorrectly encoded", MALFORMED_UTF_8);
  }
  const [first] = text.trimStart();
  if (first === undefined) return NOTHING;
  if (first === "{") demandBoundedJson(text);
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

/** Of a body that a host has read before us: the stream has nothing more to give. */
const valuesOfHost = (ctx: Context): BodyValues => {
  const values = bodyOfHost(ctx);
  return {
    kind: kindOf(ctx.req.headers["content-type"]) === "json" ? "json" : "form",
    values: isObject(values) ? values : NOTHING,
  };
};

/**
 * Reads what is inflated already; koa-body parses nothing, for it checks no bounds before it builds values. As binary text, because only
 * bytes distinguish malformed UTF-8 from a replacement character that was sent.
 */
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

/**
 * Reads a whole body as bytes: bounded, and inflated where it is compressed. Throws `rest_body_too_large` above `limit` bytes,
 * `rest_invalid_json`, also for what comes too slowly, and `rest_storage_unavailable` where there is no room for it.
 */
export const createBytesReader = (
  limit: number,
  bodies: BodyBudget,
  pace: Pace = TEXT_PACE,
): ((ctx: Context) => Promise<Buffer>) => {
  let textReader: Promise<Middleware> | undefined;

  /** Reads it with koa-body, which looks at the headers of what it reads. */
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
      bytes += chunk.length + PIECE;
      held.hold(bytes);
    });
    const stop = ctx.req.complete ? () => {} : watchPace(ctx.req, pace, fail);
    try {
      const req = Object.assign(stream, { headers: {} });
      // Of its own: the request of a host is kept for as long as the answer is sent.
      const request: { body?: unknown } = Object.create(ctx.request);
      await readText(Object.create(ctx, { req: { value: req }, request: { value: request } }), () =>
        Promise.resolve(),
      );
      held.settle();
      return request.body;
    } catch (error) {
      held.release();
      // Of one that has failed before it is read it says something else.
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
      // A client may go before its body is read: while the store looks up who it is, say.
      const isDamaged = code !== undefined && DAMAGED.test(code);
      if ((status !== undefined && status < 500) || isDamaged || ctx.req.destroyed) {
        throw unreadable("The body cannot be decoded");
      }
      throw error;
    }
    return typeof body === "string" ? Buffer.from(body, "latin1") : Buffer.alloc(0);
  };
};

/** Forms with files that are worked on at once, in all and of one account, once they have come whole. */
const FORMS = { capacity: 2, perKey: 1 };
/** Forms of one account that are read at once: its next ones wait unread, so that a program may send many at once. */
const ON_THEIR_WAY = { capacity: Number.POSITIVE_INFINITY, perKey: 2 };

/**
 * Reads the bodies of requests: bounded, inflated where compressed, whatever the method. A body above `limit` bytes is
 * refused with `rest_body_too_large` and never kept. Source: rules/interface.md#request-limits,
 * rules/errors.md#body-too-large.
 */
export const createBodyReader = (
  limit: number,
  { bodies, files }: BodyBudgets,
): ((ctx: Context, known: BodyContext) => Promise<BodyValues>) => {
  const readBytes = createBytesReader(limit, bodies);
  const forms = createFairLimiter<Actor["id"]>(FORMS);
  const onTheirWay = createFairLimiter<Actor["id"]>(ON_THEIR_WAY);

  const readParts = async (ctx: Context, known: BodyContext): Promise<readonly Pair<string | FilePart>[]> => {
    const isPacked = (ctx.req.headers["content-encoding"] ?? "identity") !== "identity";
    return readMultipart({
      req: ctx.req,
      // What has been inflated counts already.
      ...(isPacked
        ? { source: Readable.from([await readBytes(ctx)]) }
        : { hold: (fail) => bodies.open(ctx, fail) }),
      textLimit: limit,
      fileLimit: MAX_IMAGE_BYTES,
      keeps: createFileParts(known),
      files: {
        hold: (fail) => files.open(ctx, fail),
        acquirePermit: () => forms.acquire(known.actor.id),
      },
    });
  };

  const readForm = async (ctx: Context, known: BodyContext): Promise<RawValues> => {
    const { actor } = known;
    const read = (): ReturnType<typeof readParts> => readParts(ctx, known);
    // Others bring no files.
    return fromPairs(await (can(actor, "upload") ? onTheirWay.run(actor.id, read) : read()));
  };

  return async (ctx, known) => {
    if (ctx.req.readableDidRead) return valuesOfHost(ctx);
    const kind = kindOf(ctx.req.headers["content-type"]);
    if (kind === undefined || !hasBody(ctx)) return { kind: "form", values: NOTHING };
    if (kind === "multipart") return { kind: "form", values: await readForm(ctx, known) };
    const bytes = await readBytes(ctx);
    if (kind === "json") return { kind: "json", values: toJsonValues(bytes) };
    return { kind: "form", values: fromPairs(toPairs(bytes.toString("latin1"))) };
  };
};

/** One value per name: JSON body before form body before query. Source: rules/interface.md#parameter-priority. */
export const mergeValues = (query: RawValues, body: BodyValues, isWrite: boolean): RawValues => {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) if (!TRANSPORT.includes(name)) values[name] = value;
  if (body.kind === "json" || isWrite) {
    for (const [name, value] of Object.entries(body.values)) values[name] = value;
  }
  return values;
};
