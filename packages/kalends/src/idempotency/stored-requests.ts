import type { Repositories } from "@kalends/core";
import type { DocumentRepository, Store } from "@kalends/core/storage";
import type { StoredResponse, WrittenId } from "@kalends/http";

/** Stored request with an idempotency key. */
export interface StoredRequest {
  /** Digest of the request. */
  readonly digest: string;
  /** Unique id of the run of the request. */
  readonly run: string;
  /** Rights of the account at that time. */
  readonly rights: readonly string[];
  /** Response; absent until it is available. */
  readonly answer?: StoredResponse;
  /** Records written by its unit of work. */
  readonly written: readonly WrittenId[];
}

/**
 * Time for which requests are stored, in milliseconds.
 * Source: rules/interface.md#idempotency-bounds.
 */
export const RETENTION_MS: number = 24 * 60 * 60 * 1000;

const REQUESTS = "kalends/idempotency";
/** Collection for parts of responses that are too long for one document. */
const PARTS = "kalends/idempotency-parts";

/** Characters of a response in one document. Escaping at most doubles them. */
const PART = 30_000;

const BATCH = 100;
/** Documents of an account removed per call; more than one response has. */
const MAX_REMOVED = 500;

/** Returns the sort key of a request: requests of one account are ordered by time. */
const toPosition = (account: number, time: number): string => `${account}/${String(time).padStart(16, "0")}`;

const toParts = (text: string): readonly string[] => {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + PART;
    // Does not split a surrogate pair.
    const cut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
    parts.push(text.slice(start, cut));
    start = cut;
  }
  return parts;
};

const partKey = (key: string, index: number): string => `${key}/${index}`;

/** Document as `saveRequest` writes it. */
type Value = {
  readonly time: number;
  readonly position: string;
  readonly is: {
    readonly digest: string;
    readonly run: string;
    readonly rights: readonly string[];
    readonly written: readonly WrittenId[];
    /** Number of parts; absent if no response is stored. */
    readonly parts?: number;
    /** Text of a response with one part. */
    readonly text?: string;
  };
};

const isRefusal = (text: string): boolean => "error" in JSON.parse(text);

/** Returns the stored request, or `undefined` if there is none or it has expired. */
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
      // A part was removed meanwhile, so the request counts as unknown.
      if (part === undefined) return undefined;
      texts.push(part.text as string);
    }
  return { digest, run, rights, written, answer: JSON.parse(texts.join("")) };
};

/** Replaces the stored request. Returns true if its response was too long for one document. */
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
  // The request is removed before the parts, because with a part missing its response would be wrong.
  await documents.remove(REQUESTS, key);
  await removeParts(documents, key, value.is);
};

/**
 * Removes the contents of a stored response. The request itself stays known: a retry returns the current
 * record, or a conflict. A refused request is forgotten, so that a retry is decided anew.
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

/** Removes the contents of all stored responses. */
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
 * Removes the oldest requests of an account beyond the limit, and blanks its oldest long responses beyond the
 * limit of parts. Limited to one batch per call.
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
  // Parts whose requests no longer exist.
  for (const key of parts) await documents.remove(PARTS, key);
};

/** Removes up to one batch of expired requests. Returns true if there may be more. */
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
