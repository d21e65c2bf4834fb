import type { Json, Kind, State } from "./records.ts";

/** A record that the calendar has acknowledged. */
export interface Kept {
  readonly kind: Kind;
  readonly key: string;
  readonly id: number;
  readonly slug: string;
  state: State;
  /** What it was asked to become, without an answer. */
  pending: State | "gone" | undefined;
  isGone: boolean;
  /** Whether others show it: it is never removed. */
  isShown: boolean;
}

/** What writers know of the calendar: what it has acknowledged, and what they have asked for without an answer. */
export interface Mirror {
  readonly kept: Map<string, Kept>;
  /** Asked for, by key. */
  readonly unanswered: Map<string, { readonly kind: Kind; readonly state: State; readonly body: Json }>;
  /** Written since the last crash. */
  readonly touched: Set<Kept>;
  /** Addresses of images by their ids. */
  readonly images: Map<number, string>;
  readonly newImages: Set<number>;
  readonly mistakes: string[];
  acknowledged: number;
  /** Of what had no answer: what was done all the same, and what was not. */
  readonly settled: { done: number; undone: number };
}

export const createMirror = (): Mirror => ({
  kept: new Map(),
  unanswered: new Map(),
  touched: new Set(),
  images: new Map(),
  newImages: new Set(),
  mistakes: [],
  acknowledged: 0,
  settled: { done: 0, undone: 0 },
});

/** Notes whether something was done that had no answer. */
export const settle = ({ settled }: Mirror, isDone: boolean): void => {
  settled[isDone ? "done" : "undone"] += 1;
};

export const placeOf = (kind: Kind, id: number): string => `${kind}/${id}`;

export const keep = (mirror: Mirror, record: Pick<Kept, "kind" | "key" | "id" | "slug" | "state">): Kept => {
  const kept: Kept = { ...record, pending: undefined, isGone: false, isShown: false };
  const place = placeOf(kept.kind, kept.id);
  if (mirror.kept.has(place)) mirror.mistakes.push(`${place} was given to a second record, ${kept.key}`);
  mirror.kept.set(place, kept);
  mirror.touched.add(kept);
  return kept;
};
