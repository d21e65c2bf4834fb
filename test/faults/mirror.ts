import type { Json, Kind, State } from "./records.ts";
import type { Answer } from "./sending.ts";

/** A record that the calendar has acknowledged. */
export interface Kept {
  readonly kind: Kind;
  readonly key: string;
  readonly id: number;
  /** Of an event that comes back from the trash it may be another one. */
  slug: string;
  state: State;
  /** The revision that was acknowledged; `undefined` where nobody was told. */
  revision: string | undefined;
  /** What it was asked to become, without an answer. */
  pending: State | "gone" | undefined;
  isGone: boolean;
  /** Whether others show it: it is never removed. */
  isShown: boolean;
}

/** A record that shall be created. */
export interface Wanted {
  readonly kind: Kind;
  readonly key: string;
  readonly state: State;
}

/** Requests that were sent as one: they create these, in this order, and bring one that is there to another state. */
export interface SentBatch {
  readonly key: string;
  readonly body: Json;
  readonly isAtomic: boolean;
  /** Its last request cannot be done, which undoes the others. */
  readonly isRefused: boolean;
  readonly created: readonly Wanted[];
  readonly changed: { readonly kept: Kept; readonly state: State };
  /** What its requests were answered, where one of them may pass when it is sent again; absent: no answer. */
  statuses?: readonly number[];
}

/** A request with a key, and its first answer. */
export interface Answered {
  readonly path: string;
  readonly body: Json;
  readonly key: string;
  readonly answer: Answer;
}

/** What writers know of the calendar: what it has acknowledged, and what they have asked for without an answer. */
export interface Mirror {
  readonly kept: Map<string, Kept>;
  /** Asked for, by key. */
  readonly unanswered: Map<string, Wanted & { readonly body: Json }>;
  readonly unansweredBatches: Map<string, SentBatch>;
  /** Since the last crash. */
  readonly answered: Answered[];
  /** Written since the last crash. */
  readonly touched: Set<Kept>;
  /** Others that may have been written: the feed need not tell of them. */
  readonly suspected: Set<Kept>;
  /** Addresses of images by their ids. */
  readonly images: Map<number, string>;
  readonly newImages: Set<number>;
  readonly mistakes: string[];
  /**
   * How many were answered when the database server was killed while the calendar went on; absent: it was not, since the last check. Since
   * then any of requests that follow one another may have failed, and the answer to what was done may not have been kept.
   */
  answeredBeforeKill: number | undefined;
  acknowledged: number;
  /** Of what had no answer: what was done all the same, and what was not. */
  readonly settled: { done: number; undone: number };
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
  settled: { done: 0, undone: 0 },
});

/** Notes whether something was done that had no answer. */
export const settle = ({ settled }: Mirror, isDone: boolean): void => {
  settled[isDone ? "done" : "undone"] += 1;
};

export const placeOf = (kind: Kind, id: number): string => `${kind}/${id}`;

/** Keeps a record as it was created, by the answer that has it. */
export const keep = (mirror: Mirror, { kind, key, state }: Wanted, record: Json, revision?: string): Kept => {
  const id = Number(record.id);
  // It may have come into being with the event.
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
