import { ImportError } from "../import-error.ts";
import { createSourceRecord, isObject } from "../records/source-record.ts";
import type { FoundRecord, Portion } from "../source/source.ts";
import { addressOf } from "./addresses.ts";
import { type Asking, codeOf, type ServerAnswer } from "./asking.ts";
import type { ProbeState } from "./checkpoints.ts";

/** What a server says of one id of events. */
export type Asked =
  | { readonly is: "there"; readonly record: Readonly<Record<string, unknown>> }
  /** No record. */
  | { readonly is: "missing" }
  /** A record of another kind. */
  | { readonly is: "other" }
  | { readonly is: "gone" }
  /** Who asks may not see it. */
  | { readonly is: "closed" };

export interface ProbingDeps {
  readonly base: URL;
  readonly asking: Asking;
  /** How many are asked for at a time. */
  readonly parallel: number;
  /** Called once a portion is stored. */
  stored(state: Readonly<ProbeState>): Promise<void>;
  onProbe(asked: number, of: number): void;
}

/** From here on the reference makes ids up anew with each request. */
export const FIRST_MADE_UP_ID = 10_000_000;

/** The ids between those seen, ascending, that were not seen. */
export function* idsBetween(seen: ReadonlySet<number>): Generator<number, void, undefined> {
  const [first, last] = boundsOf(seen);
  for (let id = first + 1; id < last; id += 1) if (!seen.has(id)) yield id;
}

/** The lowest and the highest id that is not made up; 0 and 0 where there is none. */
export const boundsOf = (seen: ReadonlySet<number>): readonly [first: number, last: number] => {
  let [first, last, count] = [0, 0, 0];
  for (const id of seen) {
    if (id >= FIRST_MADE_UP_ID) continue;
    count += 1;
    first = count === 1 ? id : Math.min(first, id);
    last = Math.max(last, id);
  }
  return [first, last];
};

/** How many ids are between those seen. */
export const countBetween = (seen: ReadonlySet<number>): number => {
  const [first, last] = boundsOf(seen);
  let known = 0;
  for (const id of seen) if (id < FIRST_MADE_UP_ID) known += 1;
  return Math.max(0, last - first + 1 - known);
};

/** So many ids are asked before how far it is can be remembered. */
const PORTION = 50;

/**
 * The events that no list shows, among the ids between those seen. Rejects with an `ImportError` where nobody answers. Source:
 * rules/choices.md#import-hidden.
 */
export async function* probe(
  deps: ProbingDeps,
  seen: ReadonlySet<number>,
  state: ProbeState,
): AsyncGenerator<Portion, void, undefined> {
  const count = countBetween(seen);
  let asked = 0;
  let ids: number[] = [];
  const ask = async (): Promise<Portion> => {
    const records = await askAll(deps, ids, state);
    state.probed = ids.at(-1) ?? state.probed;
    deps.onProbe(asked, count);
    const reached = { ...state };
    ids = [];
    return { records, stored: () => deps.stored(reached) };
  };
  for (const id of idsBetween(seen)) {
    asked += 1;
    if (id <= state.probed) continue;
    ids.push(id);
    if (ids.length >= PORTION) yield await ask();
  }
  if (ids.length > 0) yield await ask();
}

const askAll = async (
  { base, asking, parallel }: ProbingDeps,
  ids: readonly number[],
  state: ProbeState,
): Promise<readonly FoundRecord[]> => {
  const found: FoundRecord[] = [];
  for (let start = 0; start < ids.length; start += parallel) {
    const some = ids.slice(start, start + parallel);
    for (const answer of await Promise.all(some.map((id) => askForRecord(base, asking, "events", id)))) {
      if (answer.is === "closed") state.closed += 1;
      if (answer.is !== "there" || isSeries(answer.record)) continue;
      state.found += 1;
      const place = addressOf(base, `events/${answer.record.id}`).href;
      found.push({ record: createSourceRecord(answer.record), place });
    }
  }
  return found;
};

/** No list shows the event that recurs, but its occurrences: these tell of it. */
const isSeries = ({ id, recurrence }: Readonly<Record<string, unknown>>): boolean =>
  isObject(recurrence) && recurrence.series_id === id;

const CLOSED = /^(?:event|venue|organizer)-(?:not-accessible|password-protected)$|^rest_forbidden$/;

/** What the server says of an id of a list. Rejects with an `ImportError` where it answers something else. */
export const askForRecord = async (base: URL, asking: Asking, list: string, id: number): Promise<Asked> => {
  const address = addressOf(base, `${list}/${id}`);
  const answer = await asking.json(address);
  const { status, json } = answer;
  if (status === 200 && isObject(json) && Number(json.id) === id)
    return { is: "there", record: toListed(json) };
  const code = codeOf(answer);
  if (code === "event-no-longer-available" || status === 410) return { is: "gone" };
  if (status === 404 && code === "rest-event-not-found") return { is: "missing" };
  if (status === 400 && code === "rest-invalid-event-id") return { is: "other" };
  if (status === 400 && isRefusedId(answer)) return { is: "missing" };
  if (status === 404 && (code === "rest_term_invalid" || code === "rest_post_invalid_id"))
    return { is: "missing" };
  if (status === 403 && CLOSED.test(code)) return { is: "closed" };
  throw new ImportError(
    `${address.href} cannot be read: it is answered with status ${status}, ${code || "no code"}.`,
  );
};

/** Venues, organizers and terms that are not there are refused as parameters. */
const isRefusedId = ({ json }: ServerAnswer): boolean =>
  isObject(json) &&
  isObject(json.data) &&
  isObject(json.data.params) &&
  Object.hasOwn(json.data.params, "id");

/** As lists show it: without what only single records have. */
const toListed = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { json_ld: _, ...listed } = record;
  return listed;
};
