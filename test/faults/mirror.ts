import type { Json, Kind, State } from "./records.ts";
import type { TestResponse } from "./sending.ts";

/** Record whose creation the calendar has confirmed. */
export interface Kept {
  readonly kind: Kind;
  readonly key: string;
  readonly id: number;
  /** Current slug. It can change when an event is restored from the trash. */
  slug: string;
  state: State;
  /** Revision in the last response. `undefined` if the last write got no response. */
  revision: string | undefined;
  /** State that the record would have after the last request, which got no response. */
  pending: State | "gone" | undefined;
  isGone: boolean;
  /** True if other records are linked to this one. The tests then never delete it. */
  isShown: boolean;
}

/** Record that a request is about to create. */
export interface Wanted {
  readonly kind: Kind;
  readonly key: string;
  readonly state: State;
}

/** Batch that creates the records in `created` in this order, and then changes an existing record. */
export interface SentBatch {
  readonly key: string;
  readonly body: Json;
  readonly isAtomic: boolean;
  /**
   * True if the last request of the batch is meant to fail. In an atomic batch, this rolls back the others.
   */
  readonly isRefused: boolean;
  readonly created: readonly Wanted[];
  readonly changed: { readonly kept: Kept; readonly state: State };
  /**
   * Statuses of the sub-responses, if one of the requests may succeed when it is sent again. Absent if the
   * batch got no response.
   */
  statuses?: readonly number[];
}

/** Request with an idempotency key, and the response to its first sending. */
export interface Answered {
  readonly path: string;
  readonly body: Json;
  readonly key: string;
  readonly answer: TestResponse;
}

/**
 * State that the writers expect of the calendar. It contains the confirmed writes and the requests that got
 * no response.
 */
export interface Mirror {
  readonly kept: Map<string, Kept>;
  /** Requests that create a record and got no response, by key. */
  readonly unanswered: Map<string, Wanted & { readonly body: Json }>;
  readonly unansweredBatches: Map<string, SentBatch>;
  /** Requests with a response since the last crash. A sample of them is sent again. */
  readonly answered: Answered[];
  /** Records that were written since the last crash. */
  readonly touched: Set<Kept>;
  /**
   * Records that may have been written by a request without a response. The feed may or may not list them.
   */
  readonly suspected: Set<Kept>;
  /** URLs of images by id. */
  readonly images: Map<number, string>;
  readonly newImages: Set<number>;
  readonly mistakes: string[];
  /**
   * Length of `answered` at the time at which the database server was killed under the running calendar.
   * Absent if it was not killed since the last check.
   * Later requests may have failed, and their stored responses may be missing.
   */
  answeredBeforeKill: number | undefined;
  acknowledged: number;
  /**
   * Number of writes without a response that turned out to be applied (`done`) and not applied (`undone`).
   */
  readonly resolved: { done: number; undone: number };
}

export const createMirror = (): Mirror => ({
  kept: new Map(),
  unanswered: new Map(),
  unansweredBatches: new Map(),
  answered: [],
  touched: new Set(),
  suspected: new Set(),
  images: new Map(),
  newImages: new Set(),
  mistakes: [],
  answeredBeforeKill: undefined,
  acknowledged: 0,
  resolved: { done: 0, undone: 0 },
});

/** Counts a write without a response as applied or not applied. */
export const resolve = ({ resolved }: Mirror, isDone: boolean): void => {
  resolved[isDone ? "done" : "undone"] += 1;
};

export const placeOf = (kind: Kind, id: number): string => `${kind}/${id}`;

/** Adds a created record to the mirror. `record` is the record in the response. */
export const keep = (mirror: Mirror, { kind, key, state }: Wanted, record: Json, revision?: string): Kept => {
  const id = Number(record.id);
  // An event may have created its venue, so the venue id is in the response.
  const venue = kind === "events" ? Number((record.venue as Json).id) : 0;
  const kept: Kept = {
    ...{ kind, key, id, slug: String(record.slug), state: { ...state, links: { ...state.links, venue } } },
    ...{ revision, pending: undefined, isGone: false, isShown: false },
  };
  const place = placeOf(kind, id);
  if (mirror.kept.has(place)) mirror.mistakes.push(`${place} was given to a second record, ${key}`);
  mirror.kept.set(place, kept);
  mirror.touched.add(kept);
  return kept;
};
