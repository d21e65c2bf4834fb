import { isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { createSourceRecord, numberOf } from "../records/source-record.ts";
import type { FoundRecord, Portion } from "../source/source.ts";
import { addressOf } from "./addresses.ts";
import { type Asking, codeOf, type ServerAnswer, TooMuchAsked } from "./asking.ts";
import type { ProbeState } from "./checkpoints.ts";
import type { IdSet } from "./number-sets.ts";
import { MOST_UNREADABLE } from "./pages.ts";

/** What a server says of one id of events. */
export type Asked =
  | { readonly is: "there"; readonly record: Readonly<Record<string, unknown>> }
  /** No record. */
  | { readonly is: "missing" }
  /** A record of another kind. */
  | { readonly is: "other" }
  | { readonly is: "gone" }
  /** Who asks may not see it. */
  | { readonly is: "closed" }
  /** The server fails at it. */
  | { readonly is: "unreadable"; readonly problem: string };

export interface ProbingDeps {
  readonly base: URL;
  readonly asking: Asking;
  /** How many are asked for at a time. */
  readonly parallel: number;
  /** Called once a portion is stored, with how many events have failed in this run. */
  stored(state: Readonly<ProbeState>, failed: number): Promise<void>;
  /** An event that a password protects, as its texts can be read; `undefined` where they cannot. */
  findProtected(id: number): Promise<FoundRecord | undefined>;
  onProbe(asked: number, of: number): void;
}

/** The ids between those seen, ascending, that were not seen. */
function* idsBetween(seen: IdSet): Generator<number, void, undefined> {
  const [first, last] = seen.bounds();
  for (let id = first + 1; id < last; id += 1) if (!seen.has(id)) yield id;
}

/** How many ids are between those seen. */
export const countBetween = (seen: IdSet): number => {
  const [first, last] = seen.bounds();
  return Math.max(0, last - first + 1 - seen.size());
};

/** So many ids are asked before how far it is can be remembered. */
const PORTION = 50;

/**
 * The events that no list shows, among the ids between those seen. Rejects with an `ImportError` where nobody answers. Source:
 * rules/choices.md#import-hidden.
 */
export async function* probe(
  deps: ProbingDeps,
  seen: IdSet,
  state: ProbeState,
): AsyncGenerator<Portion, void, undefined> {
  const count = countBetween(seen);
  let asked = 0;
  let ids: number[] = [];
  const ask = async (): Promise<Portion> => {
    const portion = await askAll(deps, ids, state);
    state.probed = ids.at(-1) ?? state.probed;
    deps.onProbe(asked, count);
    const reached = { ...state };
    ids = [];
    return { ...portion, stored: (failed) => deps.stored(reached, failed) };
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
  { base, asking, parallel, findProtected }: ProbingDeps,
  ids: readonly number[],
  state: ProbeState,
): Promise<Pick<Portion, "records" | "failures">> => {
  const found: FoundRecord[] = [];
  const failures: { readonly place: string; readonly problem: string }[] = [];
  const ask = createAskForRecord(base, asking);
  for (let start = 0; start < ids.length; start += parallel) {
    const some = ids.slice(start, start + parallel);
    for (const [index, answer] of (await Promise.all(some.map((id) => ask("events", id)))).entries()) {
      const secret = answer.is === "closed" ? await findProtected(some[index] ?? 0) : undefined;
      if (secret !== undefined) {
        state.found += 1;
        found.push(secret);
      } else if (answer.is === "closed") state.closed += 1;
      if (answer.is === "unreadable") {
        state.found += 1;
        const place = addressOf(base, `events/${some[index]}`).href;
        failures.push({ place, problem: `it cannot be read: ${answer.problem}` });
      }
      if (answer.is !== "there" || isSeries(answer.record)) continue;
      state.found += 1;
      const place = addressOf(base, `events/${answer.record.id}`).href;
      found.push({ record: createSourceRecord(answer.record), place });
    }
  }
  return { records: found, failures };
};

/** No list shows the event that recurs, but its occurrences: these tell of it. */
const isSeries = ({ id, recurrence }: Readonly<Record<string, unknown>>): boolean =>
  isObject(recurrence) && recurrence.series_id === id;

const CLOSED = /^(?:event|venue|organizer)-(?:not-accessible|password-protected)$|^rest_forbidden$/;

/** Asks for an id of a list. */
export type AskForRecord = (list: string, id: number) => Promise<Asked>;

/** As `askForRecord`, but a server that fails at an id alone is no error: only one that fails again and again is. */
export const createAskForRecord = (base: URL, asking: Asking): AskForRecord => {
  let failed = 0;
  return async (list, id) => {
    try {
      const asked = await askForRecord(base, asking, list, id);
      failed = 0;
      return asked;
    } catch (error) {
      if (!(error instanceof TooMuchAsked) || failed === MOST_UNREADABLE) throw error;
      failed += 1;
      return { is: "unreadable", problem: error.problem };
    }
  };
};

/** What the server says of an id of a list. Rejects with an `ImportError` where it answers something else. */
export const askForRecord = async (base: URL, asking: Asking, list: string, id: number): Promise<Asked> => {
  const address = addressOf(base, `${list}/${id}`);
  const answer = await asking.json(address);
  const { status, json } = answer;
  if (status === 200 && isObject(json) && numberOf(json.id) === id)
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

/** Statuses of schema.org. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ["EventScheduled", "scheduled"],
  ["EventCancelled", "cancelled"],
  ["EventPostponed", "postponed"],
  ["EventRescheduled", "rescheduled"],
  ["EventMovedOnline", "moved_online"],
]);

/** The status that the structured data of an event say; `none` if the server has no such data, `undefined` if it does not show the event. */
export const askForStatus = async (base: URL, asking: Asking, id: number): Promise<string | undefined> => {
  const { status, json } = await asking.anything(addressOf(base, `events/${id}`));
  if (status !== 200 || !isObject(json)) return undefined;
  const said = isObject(json.json_ld) ? json.json_ld.eventStatus : undefined;
  return typeof said === "string" ? STATUSES.get(said.replace(/^.*\//s, "")) : "none";
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
