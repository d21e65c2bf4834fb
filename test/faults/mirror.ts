import type { Json, Kind, State } from "./records.ts";
import type { TestResponse } from "./sending.ts";

/** A record that the calendar has acknowledged. */
export interface Kept {
  readonly kind: Kind;
  readonly key: string;
  readonly id: number;
  /** Current slug; an event restored from the trash may get another one. */
  slug: string;
  state: State;
  /** Acknowledged revision; `undefined` if the write was not acknowledged. */
  revision: string | undefined;
  /** State that an unanswered request would lead to. */
  pending: State | "gone" | undefined;
  isGone: boolean;
  /** True if other records refer to this one, which is then never deleted. */
  isShown: boolean;
}

/** A record that a request is to create. */
export interface Wanted {
  readonly kind: Kind;
  readonly key: string;
  readonly state: State;
}

/** A batch that creates these records in this order and changes an existing one. */
export interface SentBatch {
  readonly key: string;
  readonly body: Json;
  readonly isAtomic: boolean;
  /** True if the last request must fail, which rolls the others back. */
  readonly isRefused: boolean;
  readonly created: readonly Wanted[];
  readonly changed: { readonly kept: Kept; readonly state: State };
  /** Statuses of its requests if one of them may succeed when sent again; absent without a response. */
  statuses?: readonly number[];
}

/** A request with an idempotency key, and its first response. */
export interface Answered {
  readonly path: string;
  readonly body: Json;
  readonly key: string;
  readonly answer: TestResponse;
}

/** State that writers expect of the calendar: acknowledged writes and unanswered requests. */
export interface Mirror {
  readonly kept: Map<string, Kept>;
  /** Unanswered creations by key. */
  readonly unanswered: Map<string, Wanted & { readonly body: Json }>;
  readonly unansweredBatches: Map<string, SentBatch>;
  /** Requests answered since the last crash. */
  readonly answered: Answered[];
  /** Records written since the last crash. */
  readonly touched: Set<Kept>;
  /** Other records that may have been written; the feed may omit them. */
  readonly suspected: Set<Kept>;
  /** Addresses of images by id. */
  readonly images: Map<number, string>;
  readonly newImages: Set<number>;
  readonly mistakes: string[];
  /**
   * Length of `answered` when the database server was killed under the running calendar; absent if it was not
   * since the last check. Afterwards any later request may have failed, and a stored response may be missing.
   */
  answeredBeforeKill: number | undefined;
  acknowledged: number;
  /** Number of unanswered writes that were applied, and of those that were not. */
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

/** Counts whether an unanswered write was applied. */
export const resolve = ({ resolved }: Mirror, isDone: boolean): void => {
  resolved[isDone ? "done" : "undone"] += 1;
};

export const placeOf = (kind: Kind, id: number): string => `${kind}/${id}`;

/** Adds a created record, from the response that contains it. */
export const keep = (mirror: Mirror, { kind, key, state }: Wanted, record: Json, revision?: string): Kept => {
  const id = Number(record.id);
  // The event may have created its venue.
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
