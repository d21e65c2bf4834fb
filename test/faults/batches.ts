import { isDeepStrictEqual } from "node:util";
import { type Kept, keep, type Mirror, placeOf, type SentBatch, settle, type Wanted } from "./mirror.ts";
import { bodyOf, type Json, type Links, markOf } from "./records.ts";
import { type Answer, type Read, type Repeat, revisionOf } from "./sending.ts";

/** No record has it. */
const NOWHERE = 999_999_999;
/** So many versions on, it is one that the record never has. */
const NEVER = 1_000_000;
const NO_LINKS: Links = { venue: 0, organizer: 0, category: 0, image: 0 };

interface NewBatch extends Pick<SentBatch, "key" | "isAtomic" | "isRefused"> {
  /** What its event shows. */
  readonly links: Links;
  /** What it changes. */
  readonly kept: Kept;
}

/** A tag, an event and a change of another record. */
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

const responsesIn = (answer: Answer): readonly Response[] => answer.body.responses as readonly Response[];

/** What the requests of a batch were answered; none where the answer is not of one. */
export const statusesIn = (answer: Answer): readonly number[] =>
  Array.isArray(answer.body.responses) ? responsesIn(answer).map(({ status }) => status) : [];

/** Whether all of it was done, or all of it undone, as it was to be; else nothing is known of it. */
export const isSettledBy = ({ isRefused }: SentBatch, answer: Answer): boolean => {
  const statuses = statusesIn(answer);
  return isRefused
    ? answer.status === 207 && statuses.join() === "424,424,424,404"
    : answer.status === 200 && statuses.length > 0 && statuses.every((status) => status < 300);
};

/** Notes what the answer acknowledges; answers the new records. */
export const keepBatch = (
  mirror: Mirror,
  { isRefused, created, changed: { kept, state } }: SentBatch,
  answer: Answer,
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

/** Whether it was done as far as it may be: whole if it is atomic, what was acknowledged if it was answered, else up to some place. */
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

/** Whether one of its requests may pass when it is sent again. */
export const mayPass = (answer: Answer | undefined): answer is Answer =>
  answer?.status === 207 && statusesIn(answer).includes(503);

/**
 * Sends batches again that had no answer: it was done or not, and is done once by then.
 * `found`: ids of the records that are there, by their keys.
 */
export const settleBatches = async (
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
    settle(mirror, done.includes(true));
    const first = await repeat("/batch", body, key);
    const second = await repeat("/batch", body, key);
    if (first === undefined || !isSettledBy(batch, first) || !isDeepStrictEqual(first.body, second?.body)) {
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
