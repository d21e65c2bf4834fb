import { isDeepStrictEqual } from "node:util";
import { type Kept, keep, type Mirror, placeOf, resolve, type SentBatch, type Wanted } from "./mirror.ts";
import { bodyOf, type Json, type Links, markOf } from "./records.ts";
import { type Read, type Repeat, revisionOf, type TestResponse } from "./sending.ts";

/** Id that no record has. */
const NOWHERE = 999_999_999;
/** Number added to a version. The result is a version that the record never has. */
const NEVER = 1_000_000;
const NO_LINKS: Links = { venue: 0, organizer: 0, category: 0, image: 0 };

interface NewBatch extends Pick<SentBatch, "key" | "isAtomic" | "isRefused"> {
  /** Records that the created event is linked to. */
  readonly links: Links;
  /** Existing record that the batch changes. */
  readonly kept: Kept;
}

/** Creates a batch request. It creates a tag and an event and changes an existing record. */
export const createBatch = ({ key, isAtomic, isRefused, links, kept }: NewBatch): SentBatch => {
  const created: readonly Wanted[] = [
    { kind: "tags", key: `${key}t`, state: { version: 1, links: NO_LINKS } },
    { kind: "events", key: `${key}e`, state: { version: 1, links } },
  ];
  const state = { ...kept.state, version: kept.state.version + (isRefused ? NEVER : 1) };
  const requests = [
    ...created.map((one) => ({
      ...{ method: "POST", path: `/${one.kind}`, body: bodyOf(one.kind, one.key, one.state) },
    })),
    { method: "PATCH", path: `/${kept.kind}/${kept.id}`, body: bodyOf(kept.kind, kept.key, state) },
    ...(isRefused ? [{ method: "DELETE", path: `/events/${NOWHERE}` }] : []),
  ];
  return {
    key,
    body: { atomic: isAtomic, requests },
    isAtomic,
    isRefused,
    created,
    changed: { kept, state },
  };
};

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

const responsesIn = (answer: TestResponse): readonly Response[] =>
  answer.body.responses as readonly Response[];

/**
 * Returns the status of each sub-response in a batch response. Returns an empty list for any other response.
 */
export const statusesOf = (answer: TestResponse): readonly number[] =>
  Array.isArray(answer.body.responses) ? responsesIn(answer).map(({ status }) => status) : [];

/**
 * True if the response shows that the batch succeeded, or that it was rolled back as intended. Otherwise the
 * outcome is unknown.
 */
export const isDecidedBy = ({ isRefused }: SentBatch, answer: TestResponse): boolean => {
  const statuses = statusesOf(answer);
  return isRefused
    ? answer.status === 207 && statuses.join() === "424,424,424,404"
    : answer.status === 200 && statuses.length > 0 && statuses.every((status) => status < 300);
};

/** Adds the writes that the response confirms to the mirror. Returns the new records. */
export const keepBatch = (
  mirror: Mirror,
  { isRefused, created, changed: { kept, state } }: SentBatch,
  answer: TestResponse,
): readonly Kept[] => {
  if (isRefused) return [];
  kept.pending = undefined;
  const responses = responsesIn(answer);
  kept.state = state;
  kept.revision = revisionOf(responses[created.length]?.headers.etag);
  return created.map((wanted, index) =>
    keep(mirror, wanted, responses[index]?.body ?? {}, revisionOf(responses[index]?.headers.etag)),
  );
};

/**
 * True if `done` is a permitted result of the batch. An atomic batch must be applied completely or not at
 * all. A batch with a response must be applied as the response says. A batch without a response may be
 * applied up to any of its requests.
 */
const isDoneRightly = (
  { answeredBeforeKill }: Mirror,
  { isAtomic, isRefused, statuses }: SentBatch,
  done: readonly boolean[],
): boolean => {
  const count = done.filter(Boolean).length;
  if (isAtomic) return count === 0 || (!isRefused && count === done.length);
  if (statuses !== undefined) return done.every((isDone, index) => isDone || (statuses[index] ?? 0) >= 300);
  return answeredBeforeKill !== undefined || !done.slice(0, count).includes(false);
};

/** True if at least one request of the batch failed with 503. Sending the batch again may then succeed. */
export const mayPass = (answer: TestResponse | undefined): answer is TestResponse =>
  answer?.status === 207 && statusesOf(answer).includes(503);

/**
 * Sends each batch again that got no response, and checks that it is then applied exactly once. `found` are
 * the ids of existing records by key.
 */
export const resolveBatches = async (
  mirror: Mirror,
  found: ReadonlyMap<string, number>,
  { read, repeat }: { readonly read: Read; readonly repeat: Repeat },
): Promise<void> => {
  for (const [key, batch] of mirror.unansweredBatches) {
    const { isRefused, created, changed, body } = batch;
    const { kind, id } = changed.kept;
    const record = (await read(`/${placeOf(kind, id)}`)).body;
    const isChanged = markOf(kind, record)?.version === changed.state.version;
    const done = [...created.map((one) => found.has(one.key)), isChanged];
    if (!isDoneRightly(mirror, batch, done)) {
      const { isAtomic, statuses = ["no answer"] } = batch;
      mirror.mistakes.push(`the batch ${key} was done in part: ${done}, ${statuses}, atomic: ${isAtomic}`);
    }
    resolve(mirror, done.includes(true));
    const first = await repeat("/batch", body, key);
    const second = await repeat("/batch", body, key);
    if (first === undefined || !isDecidedBy(batch, first) || !isDeepStrictEqual(first.body, second?.body)) {
      mirror.mistakes.push(`the batch ${key} was answered ${JSON.stringify([first, second]).slice(0, 600)}`);
      continue;
    }
    const answered = isRefused ? [] : responsesIn(first).map((response) => response.body.id);
    for (const [index, one] of created.entries())
      if (found.has(one.key) && found.get(one.key) !== answered[index])
        mirror.mistakes.push(`${one.kind} ${one.key} of the batch ${key} is there twice`);
    mirror.acknowledged += 1;
    keepBatch(mirror, batch, first);
  }
  mirror.unansweredBatches.clear();
};
