import type { Repositories } from "@kalends/core";
import type { DocumentRepository, Store } from "@kalends/core/storage";
import type { StoredResponse, WrittenId } from "@kalends/http";

/** Stored data about a request with an `Idempotency-Key`. */
export interface StoredRequest {
  /** Digest of the request's content, to detect another request with the same key. */
  readonly digest: string;
  /** Unique id of the attempt that did the request. */
  readonly run: string;
  /** Rights that the account had when the request was done. */
  readonly rights: readonly string[];
  /** Response to the request; absent until it is stored. */
  readonly answer?: StoredResponse;
  /** Ids of the records that the request wrote. */
  readonly written: readonly WrittenId[];
}

/**
 * Milliseconds for which requests are stored.
 * Source: rules/interface.md#idempotency-bounds.
 */
export const RETENTION_MS: number = 24 * 60 * 60 * 1000;

const REQUESTS = "kalends/idempotency";
/** Collection for the parts of responses that are too long for one plugin record. */
const PARTS = "kalends/idempotency-parts";

/** Maximum number of characters of a response in one plugin record. JSON escapes at most double them. */
const PART = 30_000;

const BATCH = 100;
/**
 * Maximum number of plugin records of each kind that one call of `limitRequests` removes. The parts of the
 * longest response are fewer.
 */
const MAX_REMOVED = 500;

/** Returns the sort key of a stored request. Requests of an account are then ordered by time. */
const toPosition = (account: number, time: number): string => `${account}/${String(time).padStart(16, "0")}`;

const toParts = (text: string): readonly string[] => {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + PART;
    // Do not split a surrogate pair between two parts.
    const cut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
    parts.push(text.slice(start, cut));
    start = cut;
  }
  return parts;
};

const partKey = (key: string, index: number): string => `${key}/${index}`;

/** Value of a plugin record that `saveRequest` writes. */
type Value = {
  readonly time: number;
  readonly position: string;
  readonly is: {
    readonly digest: string;
    readonly run: string;
    readonly rights: readonly string[];
    readonly written: readonly WrittenId[];
    /** Number of parts of the response; absent if no response is stored. */
    readonly parts?: number;
    /** Text of the response, if it has a single part. */
    readonly text?: string;
  };
};

const isRefusal = (text: string): boolean => "error" in JSON.parse(text);

/**
 * Returns the stored request. Returns `undefined` if none is stored, if it has expired, or if a part of its
 * response is missing.
 */
export const findRequest = async (
  documents: Pick<DocumentRepository, "find">,
  key: string,
  now: number,
): Promise<StoredRequest | undefined> => {
  const found = (await documents.find(REQUESTS, key)) as Value | undefined;
  if (found === undefined || found.time <= now - RETENTION_MS) return undefined;
  const { digest, run, rights, written, parts, text } = found.is;
  if (parts === undefined) return { digest, run, rights, written };
  const texts = [text];
  if (text === undefined)
    for (let index = 0; index < parts; index += 1) {
      const part = await documents.find(PARTS, partKey(key, index));
      // If a part of the response was removed, treat the request as unknown.
      if (part === undefined) return undefined;
      texts.push(part.text as string);
    }
  return { digest, run, rights, written, answer: JSON.parse(texts.join("")) };
};

/**
 * Stores a request and replaces an earlier version. Returns true if the response was too long for one plugin
 * record.
 */
export const saveRequest = async (
  documents: Pick<DocumentRepository, "save">,
  { key, account, now }: { readonly key: string; readonly account: number; readonly now: number },
  { digest, run, rights, written, answer }: StoredRequest,
): Promise<boolean> => {
  const parts = answer === undefined ? [] : toParts(JSON.stringify(answer));
  const [text] = parts;
  const is: Value["is"] = {
    ...{ digest, run, rights, written },
    ...(text !== undefined && { parts: parts.length }),
    ...(parts.length === 1 && text !== undefined && { text }),
  };
  const value = { time: now, position: toPosition(account, now), is } satisfies Value;
  if (parts.length > 1)
    for (const [index, part] of parts.entries())
      await documents.save({
        collection: PARTS,
        key: partKey(key, index),
        value: { time: now, position: value.position, text: part },
      });
  await documents.save({ collection: REQUESTS, key, value });
  return parts.length > 1;
};

const removeParts = async (
  documents: Pick<DocumentRepository, "remove">,
  key: string,
  { parts = 0 }: Value["is"],
): Promise<void> => {
  if (parts > 1)
    for (let index = 0; index < parts; index += 1) await documents.remove(PARTS, partKey(key, index));
};

const forgetRequest = async (
  documents: Pick<DocumentRepository, "find" | "remove">,
  key: string,
): Promise<void> => {
  const value = (await documents.find(REQUESTS, key)) as Value | undefined;
  if (value === undefined) return;
  // Remove the request before its parts, because a response with a missing part would be wrong.
  await documents.remove(REQUESTS, key);
  await removeParts(documents, key, value.is);
};

/**
 * Removes the content of a stored response. The request stays stored, so a repeated request gets the current
 * record or a conflict. A refused request is removed completely, so that a repeated one is processed again.
 */
const blankResponse = (store: Pick<Store, "transaction">, key: string): Promise<void> =>
  store.transaction(async ({ documents }) => {
    const value = (await documents.find(REQUESTS, key)) as Value | undefined;
    if (value?.is.parts === undefined) return;
    const { time, position, is } = value;
    const { digest, run, rights, written, text } = is;
    await removeParts(documents, key, is);
    const wasRefused = written.length === 0 && text !== undefined && isRefusal(text);
    if (wasRefused) await documents.remove(REQUESTS, key);
    else {
      const blanked = { time, position, is: { digest, run, rights, written } } satisfies Value;
      await documents.save({ collection: REQUESTS, key, value: blanked });
    }
  });

/** Removes the content of all stored responses. */
export const blankResponses = async (store: Pick<Store, "documents" | "transaction">): Promise<void> => {
  for (let key: string | undefined; ; ) {
    const found = await store.documents.list({
      ...{ collection: REQUESTS, limit: BATCH },
      ...(key !== undefined && { beyond: { key } }),
    });
    for (const one of found) await blankResponse(store, one.key);
    if (found.length < BATCH) return;
    key = found.at(-1)?.key;
  }
};

/**
 * Removes the oldest requests of an account that exceed the limit of requests. Removes the content of the
 * account's oldest long responses that exceed the limit of parts. One call processes at most one batch.
 */
export const limitRequests = async (
  store: Pick<Store, "documents" | "transaction">,
  account: number,
  most: { readonly requests: number; readonly parts: number },
): Promise<void> => {
  const { documents } = store;
  const range = { from: toPosition(account, 0), before: `${account}0` };
  const oldestOf = async (collection: string, allowed: number): Promise<readonly string[]> => {
    const query = { collection, member: "position", range, limit: MAX_REMOVED };
    const tooMany = (await documents.count(query)) - allowed;
    if (tooMany <= 0) return [];
    const oldest = await documents.list({ ...query, limit: Math.min(tooMany, MAX_REMOVED) });
    return oldest.map(({ key }) => key);
  };
  for (const key of await oldestOf(REQUESTS, most.requests)) await forgetRequest(documents, key);
  const parts = await oldestOf(PARTS, most.parts);
  for (const key of new Set(parts.map((part) => part.replace(/\/.*/, "")))) await blankResponse(store, key);
  // Remove parts whose requests no longer exist.
  for (const key of parts) await documents.remove(PARTS, key);
};

/** Removes at most one batch of expired requests. Returns true if more may have expired. */
export const removeOldRequests = async (
  { documents }: Pick<Repositories, "documents">,
  now: number,
): Promise<boolean> => {
  let isMore = false;
  for (const collection of [REQUESTS, PARTS]) {
    const range = { until: now - RETENTION_MS };
    const old = await documents.list({ collection, member: "time", range, limit: BATCH });
    for (const { key } of old) await documents.remove(collection, key);
    isMore ||= old.length === BATCH;
  }
  return isMore;
};
