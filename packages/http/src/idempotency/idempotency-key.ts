import { createHash, hash } from "node:crypto";
import { CalendarError, invalidParameter } from "@kalends/core";
import { fileOf, isFilePart, type UploadedFile } from "@kalends/core/interface";
import type { HttpErrorCode, HttpErrorDetails } from "../errors/error-codes.ts";
import type { Exchange } from "../request/exchange.ts";
import type { StoredResponse } from "./once.ts";

export const KEY_HEADER = "Idempotency-Key";

const KEY = /^(?!")[\x21-\x7e]{1,255}$/;
const IN_QUOTES = /^[\x21-\x7e]{1,255}$/;
/** Pattern of a string in structured headers. Source: RFC 9651, section 3.3.3. */
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * Parses the `Idempotency-Key` header. Throws `rest_invalid_param` if the key is invalid. Source:
 * rules/interface.md#idempotency-key-form.
 */
export const readKey = (header: string): string => {
  const text = header.trim();
  const quoted = QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, "$1");
  const key = quoted ?? text;
  if (!(quoted === undefined ? KEY : IN_QUOTES).test(key))
    throw invalidParameter(KEY_HEADER, { reason: "not-a-key" });
  return key;
};

const digestFile = ({ name, bytes, values }: UploadedFile): object => ({
  name,
  file: hash("sha256", bytes, "hex"),
  ...(values !== undefined && { values }),
});

/** Replacer for `JSON.stringify` that sorts the members of objects and replaces files with their digests. */
const inOrder = (_name: string, value: unknown): unknown => {
  if (isFilePart(value)) return digestFile(fileOf(value));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** Returns the digest of `sent`: everything in a request on which its effect depends. */
export const digestOf = (sent: unknown): string =>
  createHash("sha256").update(JSON.stringify(sent, inOrder)).digest("hex");

/**
 * Returns an exchange whose image upload is received only once, however often it is read. Reading another
 * body as a stream throws `rest_invalid_param`, because a stream cannot be read twice.
 */
export const receivingOnce = (
  exchange: Exchange,
): { readonly exchange: Exchange; readonly received: () => Promise<object> } => {
  let received: Promise<UploadedFile> | undefined;
  const receive = (): Promise<UploadedFile> => {
    received ??= exchange.upload().receive();
    return received;
  };
  return {
    received: async () => digestFile(await receive()),
    exchange: {
      ...exchange,
      upload: () => ({ receive }),
      content(consumes) {
        const content = exchange.content(consumes);
        if (content === undefined) return undefined;
        content.close();
        throw invalidParameter(KEY_HEADER, { reason: "key-with-content" });
      },
    },
  };
};

const LASTING: ReadonlySet<number> = new Set([400, 404, 409, 410, 412, 413, 415, 422]);

/**
 * True if an error response with this status is stored for retries. Such errors depend neither on rights nor
 * on the time of the request.
 */
export const isLasting = (status: number): boolean => LASTING.has(status);

/**
 * Returns the error in the form in which it is stored. Returns `undefined` if a retry with the same key must
 * execute the request again. Source: rules/interface.md#idempotency-answers.
 */
export const keptError = (
  { code, details }: CalendarError,
  statusOf: Readonly<Record<string, number>>,
): StoredResponse | undefined =>
  isLasting(statusOf[code] ?? 500) ? { error: { code, details } } : undefined;

/** Seconds for `Retry-After` while another request with the same key is running. */
const UNDER_WAY = 5;

/**
 * Returns the error for an idempotency key if the stored response, or the record that the request created, no
 * longer exists. The error has no `Retry-After`, because waiting does not help.
 */
export const goneSince = (): CalendarError<HttpErrorCode> =>
  new CalendarError<HttpErrorCode>("rest_idempotency_conflict", { explanation: "done-and-gone" });

export const keyConflict = (): CalendarError<HttpErrorCode> => {
  const details: HttpErrorDetails = { retryAfter: UNDER_WAY };
  return new CalendarError<HttpErrorCode>("rest_idempotency_conflict", details);
};
