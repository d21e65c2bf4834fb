import { CalendarError, isCalendarError, isObject, type Problem } from "@kalends/core";
import { type RawValues, toBoolean } from "@kalends/core/interface";
import { readKey } from "../idempotency/idempotency-key.ts";

/** Maximum number of requests in a batch. Source: rules/interface.md#batch. */
export const MAX_REQUESTS = 100;

export const BATCH_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** One request of a batch. */
export interface BatchRequest {
  readonly method: string;
  /** Path below the namespace of the API, such as `/events/14`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as JSON text. */
  readonly body?: string;
}

export interface Batch {
  readonly isAtomic: boolean;
  readonly requests: readonly BatchRequest[];
}

const MEMBERS = { batch: ["atomic", "requests"], request: ["method", "path", "headers", "body"] };
const MAX_PATH_LENGTH = 8192;
/** Matches paths that would resolve to another path, for example to one above the namespace. */
const NOT_PLAIN = /[\\#\s\p{Cc}]|(?:^|\/)(?:\.|%2e){1,2}(?:\/|\?|$)/iu;
const NESTED = /^\/+batch\/*(?:\?|$)/i;
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]{0,4096}$/;
/**
 * Headers that the requests of a batch may not contain. The batch sets credentials and connection headers
 * itself.
 */
const OF_THE_BATCH =
  /^(?:authorization|cookie|host|connection|content-length|content-encoding|transfer-encoding|x-http-method-override|x-wp-nonce|proxy-.*|sec-.*|forwarded|x-forwarded-.*)$/i;
const JSON_BODY = /^application\/(?:[\w.-]+\+)?json\s*(?:;.*)?$/i;

const NOT_ACCEPTABLE: Problem = { reason: "not-acceptable" };

/**
 * Parses the body of a batch. `query`: parameters in the URL of the batch. Throws
 * `rest_missing_callback_param` if `requests` is missing. Throws `rest_invalid_param` with all problems, each
 * named like `requests[3].path`.
 */
export const readBatch = (raw: RawValues, query: RawValues, identityHeaders: readonly string[]): Batch => {
  const { atomic = false, requests } = raw;
  if (requests === undefined)
    throw new CalendarError("rest_missing_callback_param", { missing: ["requests"] });
  const problems = new Map<string, Problem>();
  const isAtomic = toBoolean(atomic);
  if (isAtomic === undefined) problems.set("atomic", { reason: "not-a-boolean" });
  // As in every request, the query may contain other parameters, such as credentials or `_fields`.
  const isKnown = (name: string): boolean => MEMBERS.batch.includes(name) || Object.hasOwn(query, name);
  for (const name of Object.keys(raw)) if (!isKnown(name)) problems.set(name, NOT_ACCEPTABLE);
  const all: readonly unknown[] = Array.isArray(requests) ? requests : [];
  if (all.length === 0) problems.set("requests", { reason: "too-few", values: { minimum: 1 } });
  if (all.length > MAX_REQUESTS)
    problems.set("requests", { reason: "too-many", values: { maximum: MAX_REQUESTS } });
  const forbidden = new Set(identityHeaders.map((name) => name.toLowerCase()));
  const read =
    problems.size > 0
      ? []
      : all.map((request, index) => {
          const refuse = (member: string, problem: Problem = NOT_ACCEPTABLE): void =>
            void problems.set(`requests[${index}]${member}`, problem);
          return readRequest(request, { isAtomic: isAtomic === true, forbidden, refuse });
        });
  if (problems.size > 0)
    throw new CalendarError("rest_invalid_param", { problems: Object.fromEntries(problems) });
  return { isAtomic: isAtomic === true, requests: read };
};

interface Reading {
  readonly isAtomic: boolean;
  readonly forbidden: ReadonlySet<string>;
  refuse(member: string, problem?: Problem): void;
}

const readRequest = (request: unknown, { isAtomic, forbidden, refuse }: Reading): BatchRequest => {
  if (!isObject(request)) {
    refuse("");
    return { method: "", path: "", headers: {} };
  }
  for (const name of Object.keys(request))
    if (!MEMBERS.request.includes(name)) refuse(`.${name.slice(0, 100)}`);
  const { method, path, headers = {}, body } = request;
  if (!BATCH_METHODS.some((known) => known === method))
    refuse(".method", { reason: "not-one-of", values: { names: BATCH_METHODS.join(", ") } });
  if (typeof path !== "string" || !/^\/[^/]/.test(path) || NOT_PLAIN.test(path) || NESTED.test(path))
    refuse(".path");
  else if (path.length > MAX_PATH_LENGTH)
    refuse(".path", { reason: "too-long", values: { maximum: MAX_PATH_LENGTH } });
  if (body !== undefined && body !== null && !isObject(body)) refuse(".body");
  const sent: Record<string, string> = {};
  if (!isObject(headers)) refuse(".headers");
  else
    for (const [name, value] of Object.entries(headers)) {
      if (!NAME.test(name) || typeof value !== "string" || !VALUE.test(value))
        refuse(`.headers.${name.slice(0, 100)}`);
      else if (OF_THE_BATCH.test(name) || forbidden.has(name.toLowerCase())) refuse(`.headers.${name}`);
      else if (/^content-type$/i.test(name) && !JSON_BODY.test(value)) refuse(`.headers.${name}`);
      else if (/^idempotency-key$/i.test(name)) checkKey(value, isAtomic, () => refuse(`.headers.${name}`));
      sent[name] = String(value);
    }
  return {
    method: String(method),
    path: String(path),
    headers: sent,
    ...(isObject(body) && { body: JSON.stringify(body) }),
  };
};

/** Checks the idempotency key of one request. In an atomic batch, only the batch may have a key. */
const checkKey = (value: string, isAtomic: boolean, refuse: () => void): void => {
  if (isAtomic) refuse();
  try {
    readKey(value);
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    refuse();
  }
};
