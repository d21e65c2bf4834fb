import { isDeepStrictEqual } from "node:util";
import { resolveBatches } from "./batches.ts";
import { keep, type Mirror, placeOf, resolve } from "./mirror.ts";
import { hallOf, type Json, type Kind, markOf, NAMES } from "./records.ts";
import type { Read, Repeat, TestResponse } from "./sending.ts";

export const KINDS: readonly Kind[] = Object.keys(NAMES) as readonly Kind[];

export interface Change {
  readonly kind: string;
  readonly id: number;
  readonly deleted?: true;
  readonly record?: Json;
}

export interface Feed {
  /** Latest change of each record, by the path of the record. */
  readonly changes: ReadonlyMap<string, Change>;
  /** Token that marks the end of the feed. */
  readonly token: string;
}

/** Reads all changes since the token. */
const readFeed = async (read: Read, token: string): Promise<Feed> => {
  const changes = new Map<string, Change>();
  let next = token;
  for (let hasMore = true; hasMore; ) {
    const { status, body } = await read(`/changes?per_page=200&since=${encodeURIComponent(next)}`);
    if (status !== 200) throw new Error(`the feed does not go on: ${status} ${JSON.stringify(body)}`);
    for (const change of body.changes as readonly Change[]) {
      const kind = KINDS.find((one) => NAMES[one].inFeed === change.kind);
      if (kind !== undefined) changes.set(placeOf(kind, change.id), change);
    }
    next = String(body.next_token);
    hasMore = body.has_more === true;
  }
  return { changes, token: next };
};

/** Returns the ids of the records in the feed by the key that the writers used for them. */
const findKeys = ({ changes }: Feed): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const [place, { id, record }] of changes) {
    const key = record && markOf(place.slice(0, place.indexOf("/")) as Kind, record)?.key;
    if (key !== undefined) found.set(key, id);
  }
  return found;
};

/** Sends each request again that got no response, and checks that it is then applied exactly once. */
const askAgain = async (
  mirror: Mirror,
  feed: Feed,
  { read, repeat }: { readonly read: Read; readonly repeat: Repeat },
): Promise<void> => {
  const found = findKeys(feed);
  const halls = new Set([...feed.changes.values()].map(({ record }) => record?.venue));
  await resolveBatches(mirror, found, { read, repeat });
  for (const [key, wanted] of mirror.unanswered) {
    const { kind, state, body } = wanted;
    const id = found.get(key);
    if (id === undefined && halls.has(hallOf(key)))
      mirror.mistakes.push(`the venue of the event ${key} is there without it`);
    // A scheduled record appears in the feed only when it is published.
    if (state.due !== undefined && id === undefined) continue;
    mirror.unanswered.delete(key);
    resolve(mirror, id !== undefined);
    const again = await repeat(`/${kind}`, body, key);
    if (again?.status !== 201 || (id !== undefined && again.body.id !== id))
      mirror.mistakes.push(
        `${kind} ${key}, ${id}, was answered ${again?.status} ${String(again?.body.id)} when asked again`,
      );
    else {
      if (id === undefined) mirror.acknowledged += 1;
      keep(mirror, wanted, again.body);
    }
  }
};

/** Returns the ids of the records in a response. For a batch, the ids of all sub-responses. */
const idsIn = ({ body }: TestResponse): readonly unknown[] =>
  Array.isArray(body.responses)
    ? (body.responses as readonly TestResponse[]).map((one) => one.body.id)
    : [body.id];

/**
 * True if both responses are the same. If `isLost` is true, the stored response may be lost and rebuilt from
 * the records, so only ids are compared. Source: rules/interface.md#idempotency-lost-answers.
 */
const isSame = (answer: TestResponse, again: TestResponse | undefined, isLost: boolean): boolean =>
  again?.status === answer.status &&
  (isLost ? isDeepStrictEqual(idsIn(again), idsIn(answer)) : isDeepStrictEqual(again.body, answer.body));

/**
 * Sends requests with their idempotency keys again. Checks that the responses equal the stored ones, even if
 * the records have changed since.
 */
const checkAnswers = async (mirror: Mirror, repeat: Repeat): Promise<void> => {
  const { answeredBeforeKill = mirror.answered.length } = mirror;
  for (const [index, { path, body, key, answer }] of mirror.answered.entries()) {
    const again = await repeat(path, body, key);
    if (!isSame(answer, again, index >= answeredBeforeKill))
      mirror.mistakes.push(
        `${key} was answered ${JSON.stringify(answer).slice(0, 600)}, and ${JSON.stringify(again).slice(0, 600)} again`,
      );
  }
  mirror.answered.length = 0;
  mirror.answeredBeforeKill = undefined;
};

/** Sends each request again that got no response. Returns the changes in the feed since the token. */
export const resolveUnanswered = async (
  mirror: Mirror,
  { token, ...sending }: { readonly token: string; readonly read: Read; readonly repeat: Repeat },
): Promise<Feed> => {
  const before = await readFeed(sending.read, token);
  await askAgain(mirror, before, sending);
  await checkAnswers(mirror, sending.repeat);
  const after = await readFeed(sending.read, before.token);
  const changes = new Map([...before.changes, ...after.changes]);
  for (const [place, { record }] of changes) {
    const key = record && markOf(place.slice(0, place.indexOf("/")) as Kind, record)?.key;
    if (key !== undefined && !mirror.kept.has(place))
      mirror.mistakes.push(`nobody asked for ${place}, ${key}`);
  }
  return { changes, token: after.token };
};
