import { Readable } from "node:stream";
import { invalidParameter, isObject, MAX_IMAGE_BYTES } from "@kalends/core";
import { fileOf, isFilePart, type SentForm, type UploadedFile } from "@kalends/core/interface";
import type { Context } from "koa";
import { NO_TEXT, type Pair, toPairs } from "../request/address/bracketed-pairs.ts";
import type { BodyBudgets } from "../request/body/body-memory.ts";
import { bodyOfHost, hasBody, unreadable } from "../request/body/incoming-bytes.ts";
import { readMultipart } from "../request/body/multipart-body.ts";
import { createBytesReader, kindOf } from "../request/body/request-body.ts";
import { clientNetwork } from "../request/caller/proxy.ts";
import type { HttpSettings } from "../settings.ts";

/** Maximum number of files in one form. */
const MAX_FILES = 10;

/** Replaces lone surrogates, which stand for undecodable bytes and cannot be encoded as UTF-8. */
export const toWellFormed = (text: string): string => text.replaceAll(NO_TEXT, "\ufffd");

/** Groups values by name, in the order in which they were sent. */
export const groupPairs = (pairs: Iterable<Pair>): ReadonlyMap<string, readonly string[]> => {
  const grouped = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = grouped.get(toWellFormed(name));
    if (known === undefined) grouped.set(toWellFormed(name), [toWellFormed(value)]);
    else known.push(toWellFormed(value));
  }
  return grouped;
};

const toForm = (pairs: Iterable<Pair<unknown>>, address: string): SentForm => {
  const fields: Pair[] = [];
  const files = new Map<string, UploadedFile>();
  for (const [sent, value] of pairs) {
    const name = toWellFormed(sent);
    if (typeof value === "string") fields.push([name, value]);
    else if (!isFilePart(value)) continue;
    else if (files.has(name)) throw invalidParameter(name, { reason: "too-many", values: { maximum: 1 } });
    else files.set(name, { ...fileOf(value), address });
  }
  return { fields: groupPairs(fields), files };
};

/** Returns the form from a body that middleware of the host has already read. */
const formOfHost = (ctx: Context, address: string): SentForm => {
  const body = bodyOfHost(ctx);
  const pairs = Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: unknown) => [name, one] as const),
  );
  return toForm(pairs, address);
};

/**
 * Creates the function that reads submitted forms. It throws `rest_invalid_json` for a body that is not a
 * form, and `rest_body_too_large`. It throws `rest_invalid_param` for too many files or fields, and
 * `rest_storage_unavailable` if the memory budget is exhausted.
 */
export const createFormReader = (
  { bodyLimit, trustProxy }: Pick<HttpSettings, "bodyLimit" | "trustProxy">,
  { bodies, files }: BodyBudgets,
): ((ctx: Context) => Promise<SentForm>) => {
  const readBytes = createBytesReader(bodyLimit, bodies);

  const readParts = async (ctx: Context, address: string): Promise<SentForm> => {
    const isPacked = (ctx.req.headers["content-encoding"] ?? "identity") !== "identity";
    let count = 0;
    const pairs = await readMultipart({
      req: ctx.req,
      // `readBytes` already counts the decompressed bytes in the memory budget.
      ...(isPacked
        ? { source: Readable.from([await readBytes(ctx)]) }
        : { hold: (fail) => bodies.open(ctx, fail) }),
      textLimit: bodyLimit,
      fileLimit: MAX_IMAGE_BYTES,
      keeps(name) {
        count += 1;
        if (count > MAX_FILES)
          throw invalidParameter(toWellFormed(name), { reason: "too-many", values: { maximum: MAX_FILES } });
        return true;
      },
      files: { hold: (fail) => files.open(ctx, fail) },
    });
    return toForm(pairs, address);
  };

  return async (ctx) => {
    const address = clientNetwork(ctx.req, trustProxy);
    if (ctx.req.readableDidRead) return formOfHost(ctx, address);
    const kind = kindOf(ctx.req.headers["content-type"]);
    if (!hasBody(ctx)) return toForm([], address);
    if (kind === "multipart") return readParts(ctx, address);
    if (kind === "urlencoded") return toForm(toPairs((await readBytes(ctx)).toString("latin1")), address);
    throw unreadable("The body is not a form");
  };
};
