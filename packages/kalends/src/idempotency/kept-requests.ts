import type { Repositories } from "@kalends/core";
import type { DocumentRepository, Store } from "@kalends/core/storage";
import type { KeptAnswer, WrittenId } from "@kalends/http";

/** What is known of a request that has a key. */
export interface KeptRequest {
  /** Of what was sent. */
  readonly digest: string;
  /** Which run of it this is: each has another name. */
  readonly run: string;
  /** What the account might do by then. */
  readonly rights: readonly string[];
  /** Absent until there is one. */
  readonly answer?: KeptAnswer;
  /** What its unit of work has written. */
  readonly written: readonly WrittenId[];
}

/** For how long requests are known, in milliseconds. Source: rules/interface.md#idempotency-bounds. */
export const KEPT_MS: number = 24 * 60 * 60 * 1000;

const REQUESTS = "kalends/idempotency";
/** Of answers that are too long for a document. */
const PARTS = "kalends/idempotency-parts";

/** Characters of an answer in one document: escaped they are at most twice as many. */
const PART = 30_000;

const SLICE = 100;
/** Documents of an account that are looked at to be forgotten at once: more than one answer has. */
const FORGOTTEN = 500;

/** Requests are found by their time, and those of an account in the order of theirs. */
const toPosition = (account: number, time: number): string => `${account}/${String(time).padStart(16, "0")}`;

const toParts = (text: string): readonly string[] => {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = start + PART;
    // A character of two units stays whole.
    const cut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
    parts.push(text.slice(start, cut));
    start = cut;
  }
  return parts;
};

const partKey = (key: string, index: number): string => `${key}/${index}`;

/** As `saveRequest` writes it. */
type Value = {
  readonly time: number;
  readonly position: string;
  readonly is: {
    readonly digest: string;
    readonly run: string;
    readonly rights: readonly string[];
    readonly written: readonly WrittenId[];
    /** Absent: no answer is kept. */
    readonly parts?: number;
    /** Of an answer of one part. */
    readonly text?: string;
  };
};

const isRefusal = (text: string): boolean => "error" in JSON.parse(text);

/** Absent where there is none, and where its time is over. */
export const findRequest = async (
  documents: Pick<DocumentRepository, "find">,
  key: string,
  now: number,
): Promise<KeptRequest | undefined> => {
  const found = (await documents.find(REQUESTS, key)) as Value | undefined;
  if (found === undefined || found.time <= now - KEPT_MS) return undefined;
  const { digest, run, rights, written, parts, text } = found.is;
  if (parts === undefined) return { digest, run, rights, written };
  const texts = [text];
  if (text === undefined)
    for (let index = 0; index < parts; index += 1) {
      const part = await documents.find(PARTS, partKey(key, index));
      // Removed since: its request is not known any more.
      if (part === undefined) return undefined;
      texts.push(part.text as string);
    }
  return { digest, run, rights, written, answer: JSON.parse(texts.join("")) };
};

/** Replaces what is known of the request; answers whether its answer was too long for one document. */
export const saveRequest = async (
  documents: Pick<DocumentRepository, "save">,
  { key, account, now }: { readonly key: string; readonly account: number; readonly now: number },
  { digest, run, rights, written, answer }: KeptRequest,
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
  // First: without a part of its answer it would be another one.
  await documents.remove(REQUESTS, key);
  await removeParts(documents, key, value.is);
};

/**
 * Takes off an answer what it says. That something was done stays known: whoever asks again gets the record as it is by then, or a
 * conflict; what was refused is judged anew.
 */
const blankAnswer = (store: Pick<Store, "transaction">, key: string): Promise<void> =>
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

/** Takes off all answers what they say. */
export const blankAnswers = async (store: Pick<Store, "documents" | "transaction">): Promise<void> => {
  for (let key: string | undefined; ; ) {
    const found = await store.documents.list({
      ...{ collection: REQUESTS, limit: SLICE },
      ...(key !== undefined && { beyond: { key } }),
    });
    for (const one of found) await blankAnswer(store, one.key);
    if (found.length < SLICE) return;
    key = found.at(-1)?.key;
  }
};

/**
 * Forgets requests of an account that are more than so many, the oldest first, and blanks its answers that make more parts than so many; not
 * all of them at once.
 */
export const boundRequests = async (
  store: Pick<Store, "documents" | "transaction">,
  account: number,
  most: { readonly requests: number; readonly parts: number },
): Promise<void> => {
  const { documents } = store;
  const range = { from: toPosition(account, 0), before: `${account}0` };
  const oldestOf = async (collection: string, allowed: number): Promise<readonly string[]> => {
    const query = { collection, member: "position", range, limit: FORGOTTEN };
    const tooMany = (await documents.count(query)) - allowed;
    if (tooMany <= 0) return [];
    const oldest = await documents.list({ ...query, limit: Math.min(tooMany, FORGOTTEN) });
    return oldest.map(({ key }) => key);
  };
  for (const key of await oldestOf(REQUESTS, most.requests)) await forgetRequest(documents, key);
  const parts = await oldestOf(PARTS, most.parts);
  for (const key of new Set(parts.map((part) => part.replace(/\/.*/, "")))) await blankAnswer(store, key);
  // Parts of requests that are gone.
  for (const key of parts) await documents.remove(PARTS, key);
};

/** Removes up to a slice of those whose time is over; answers whether there may be more. */
export const removeOldRequests = async (
  { documents }: Pick<Repositories, "documents">,
  now: number,
): Promise<boolean> => {
  let isMore = false;
  for (const collection of [REQUESTS, PARTS]) {
    const range = { until: now - KEPT_MS };
    const old = await documents.list({ collection, member: "time", range, limit: SLICE });
    for (const { key } of old) await documents.remove(collection, key);
    isMore ||= old.length === SLICE;
  }
  return isMore;
};
