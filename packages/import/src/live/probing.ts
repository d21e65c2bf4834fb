import { isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { createSourceRecord, numberOf } from "../records/source-record.ts";
import type { FoundRecord, Portion } from "../source/source.ts";
import { addressOf } from "./addresses.ts";
import type { ProbeState } from "./checkpoints.ts";
import type { IdSet } from "./number-sets.ts";
import { MAX_UNREADABLE } from "./pages.ts";
import {
  errorCodeOf,
  type HttpResponse,
  RequestTooLargeError,
  type RetryingClient,
} from "./retrying-client.ts";

/** Result of a request for one record by its id. */
export type ProbeResult =
  | { readonly is: "there"; readonly record: Readonly<Record<string, unknown>> }
  /** No record has this id. */
  | { readonly is: "missing" }
  /** The id belongs to a post of another kind, such as a WordPress page. */
  | { readonly is: "other" }
  | { readonly is: "gone" }
  /** The record exists, but the import user may not see it. */
  | { readonly is: "closed" }
  /** The server fails when it returns this record. */
  | { readonly is: "unreadable"; readonly problem: string };

export interface ProbingDeps {
  readonly base: URL;
  readonly client: RetryingClient;
  /** Number of concurrent requests. */
  readonly parallel: number;
  /**
   * Stores the progress once all events of a portion are stored. `failed` is the number of events that could
   * not be imported in this run.
   */
  stored(state: Readonly<ProbeState>, failed: number): Promise<void>;
  /** Returns a password-protected event with its texts. Returns `undefined` if the texts cannot be read. */
  findProtected(id: number): Promise<FoundRecord | undefined>;
  onProbe(requested: number, of: number): void;
}

/**
 * Yields in ascending order all ids between the lowest and the highest id of `seen` that are not in `seen`.
 */
function* idsBetween(seen: IdSet): Generator<number, void, undefined> {
  const [first, last] = seen.bounds();
  for (let id = first + 1; id < last; id += 1) if (!seen.has(id)) yield id;
}

/** Returns the number of ids that `idsBetween` yields. */
export const countBetween = (seen: IdSet): number => {
  const [first, last] = seen.bounds();
  return Math.max(0, last - first + 1 - seen.size());
};

/** Number of ids to request before the import stores its progress. */
const PORTION = 50;

/**
 * Yields the events that no list shows, without series (see `isSeries`). `seen` contains the ids that lists
 * showed. Requests each missing id above `state.probed`, between the lowest and the highest id in `seen`.
 * Rejects with an `ImportError` if the server does not respond.
 * Source: rules/choices.md#import-hidden.
 */
export async function* probe(
  deps: ProbingDeps,
  seen: IdSet,
  state: ProbeState,
): AsyncGenerator<Portion, void, undefined> {
  const count = countBetween(seen);
  let requested = 0;
  let ids: number[] = [];
  const request = async (): Promise<Portion> => {
    const portion = await requestAll(deps, ids, state);
    state.probed = ids.at(-1) ?? state.probed;
    deps.onProbe(requested, count);
    const reached = { ...state };
    ids = [];
    return { ...portion, stored: (failed) => deps.stored(reached, failed) };
  };
  for (const id of idsBetween(seen)) {
    requested += 1;
    if (id <= state.probed) continue;
    ids.push(id);
    if (ids.length >= PORTION) yield await request();
  }
  if (ids.length > 0) yield await request();
}

const requestAll = async (
  { base, client, parallel, findProtected }: ProbingDeps,
  ids: readonly number[],
  state: ProbeState,
): Promise<Pick<Portion, "records" | "failures">> => {
  const found: FoundRecord[] = [];
  const failures: { readonly place: string; readonly problem: string }[] = [];
  const request = createRequestRecord(base, client);
  for (let start = 0; start < ids.length; start += parallel) {
    const some = ids.slice(start, start + parallel);
    for (const [index, answer] of (await Promise.all(some.map((id) => request("events", id)))).entries()) {
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

/**
 * True for the record of a series. Such a record is skipped here, because the import reads it through its
 * occurrences.
 */
const isSeries = ({ id, recurrence }: Readonly<Record<string, unknown>>): boolean =>
  isObject(recurrence) && recurrence.series_id === id;

const CLOSED = /^(?:event|venue|organizer)-(?:not-accessible|password-protected)$|^rest_forbidden$/;

/** Requests one record of a list by its id. */
export type RequestRecord = (list: string, id: number) => Promise<ProbeResult>;

/**
 * Returns a function like `requestRecord` that returns `unreadable` if the server fails at one id. After
 * `MAX_UNREADABLE` consecutive failures, the next failure rejects.
 */
export const createRequestRecord = (base: URL, client: RetryingClient): RequestRecord => {
  let failed = 0;
  return async (list, id) => {
    try {
      const requested = await requestRecord(base, client, list, id);
      failed = 0;
      return requested;
    } catch (error) {
      if (!(error instanceof RequestTooLargeError) || failed === MAX_UNREADABLE) throw error;
      failed += 1;
      return { is: "unreadable", problem: error.problem };
    }
  };
};

/**
 * Requests one record of a list by its id. Rejects with an `ImportError` if the response is none of the known
 * results.
 */
export const requestRecord = async (
  base: URL,
  client: RetryingClient,
  list: string,
  id: number,
): Promise<ProbeResult> => {
  const address = addressOf(base, `${list}/${id}`);
  const answer = await client.json(address);
  const { status, json } = answer;
  if (status === 200 && isObject(json) && numberOf(json.id) === id)
    return { is: "there", record: toListed(json) };
  const code = errorCodeOf(answer);
  if (code === "event-no-longer-available" || status === 410) return { is: "gone" };
  if (status === 404 && code === "rest-event-not-found") return { is: "missing" };
  if (status === 400 && code === "rest-invalid-event-id") return { is: "other" };
  if (status === 400 && isRefusedId(answer)) return { is: "missing" };
  if (status === 404 && (code === "rest_term_invalid" || code === "rest_post_invalid_id"))
    return { is: "missing" };
  if (status === 403 && CLOSED.test(code)) return { is: "closed" };
  throw new ImportError(
    `${address.href} cannot be read: the server returned status ${status}, ${code || "no code"}.`,
  );
};

/** Event statuses of this API, by the names that schema.org gives them. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ["EventScheduled", "scheduled"],
  ["EventCancelled", "cancelled"],
  ["EventPostponed", "postponed"],
  ["EventRescheduled", "rescheduled"],
  ["EventMovedOnline", "moved_online"],
]);

/**
 * Returns the event status in the structured data (JSON-LD) of one event. Returns `none` if the event has no
 * such data. Returns `undefined` if the server does not show the event, or if the status is unknown.
 */
export const requestStatus = async (
  base: URL,
  client: RetryingClient,
  id: number,
): Promise<string | undefined> => {
  const { status, json } = await client.anything(addressOf(base, `events/${id}`));
  if (status !== 200 || !isObject(json)) return undefined;
  const shownStatus = isObject(json.json_ld) ? json.json_ld.eventStatus : undefined;
  return typeof shownStatus === "string" ? STATUSES.get(shownStatus.replace(/^.*\//s, "")) : "none";
};

/**
 * True if the server refused the id as an invalid parameter. Servers respond this way for venues, organizers
 * and terms that do not exist.
 */
const isRefusedId = ({ json }: HttpResponse): boolean =>
  isObject(json) &&
  isObject(json.data) &&
  isObject(json.data.params) &&
  Object.hasOwn(json.data.params, "id");

/** Returns a record without the members that lists do not show. */
const toListed = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { json_ld: _, ...listed } = record;
  return listed;
};
