import type { Sample } from "./sample.ts";

/** What is asked of Kalends, and of the naive server to answer the same. */
export interface Question {
  /** Below the namespace. */
  readonly path: string;
  /** Path of the naive server. */
  readonly naive: string;
}

/** A kind of list: each of its questions is about another window. */
export interface ListKind {
  readonly name: string;
  /** How many days the window is long. */
  readonly days: number;
  readonly limit: number;
  readonly page?: number;
  /** Whether only the events of one category are listed. */
  readonly hasCategory?: boolean;
  readonly search?: string;
  /** Days that the events of one page fill, so that other events are on the page of a window so much later. */
  readonly step: number;
}

const YEAR = 364;

export const LISTS: readonly ListKind[] = [
  { name: "list of 10", days: YEAR, limit: 10, step: 1 },
  { name: "list of 50", days: YEAR, limit: 50, step: 5 },
  { name: "one month", days: 27, limit: 10, step: 1 },
  { name: "category", days: YEAR, limit: 10, hasCategory: true, step: 8 },
  { name: "page 20", days: YEAR, limit: 10, page: 20, step: 1 },
];

export const SEARCHES: readonly ListKind[] = [
  { name: "search of one word", days: YEAR, limit: 10, search: "concert", step: 1 },
  { name: "search of three words", days: YEAR, limit: 10, search: "jazz cake rain", step: 1 },
  { name: "search of two letters", days: YEAR, limit: 10, search: "zz", step: 1 },
];

/** Windows that are asked for in turn begin on so many days, one after the other. */
export const DAYS = 48;
/** Until events start in the morning, each second begins a window that matches the same. */
const SECONDS = 7 * 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;

export const toDay = ({ from }: Sample, day: number): string =>
  new Date(from + day * DAY_MS).toISOString().slice(0, 10);

const toTime = (second: number): string => new Date((second % SECONDS) * 1000).toISOString().slice(11, 19);

/** The list of a window from this second of this day of the calendar on. */
export const ask = (kind: ListKind, sample: Sample, day: number, second = 0, category = 0): Question => {
  const [first, last] = [
    `${toDay(sample, day)}+${toTime(second)}`,
    `${toDay(sample, day + kind.days)}+23:59:59`,
  ];
  const { page = 1, limit } = kind;
  const categoryId = sample.categoryIds[category % sample.categoryIds.length];
  const ours = [
    `start_date=${first}&end_date=${last}`,
    limit === 10 ? "" : `per_page=${limit}`,
    page === 1 ? "" : `page=${page}`,
    kind.hasCategory ? `categories=${categoryId}` : "",
    kind.search === undefined ? "" : `search=${kind.search.replaceAll(" ", "+")}`,
  ];
  const naive = [
    `first=${first}&last=${last}&limit=${limit}&offset=${(page - 1) * limit}`,
    kind.hasCategory ? `category=${categoryId}` : "",
    kind.search === undefined ? "" : `search=${kind.search.replaceAll(" ", "+")}`,
  ];
  return {
    path: `/events?${ours.filter(Boolean).join("&")}`,
    naive: `/list?${naive.filter(Boolean).join("&")}`,
  };
};

/** The first day of the windows that are asked for in turn: they lie in the middle of the calendar. */
const middleOf = (kind: ListKind, { days }: Sample): number =>
  Math.floor(days / 2) - Math.ceil(kind.days / 2);

/** The `n`th question of a kind: no two are alike, and all are about the same few hundred records. */
export const newQuestion = (kind: ListKind, sample: Sample, n: number): Question =>
  ask(kind, sample, middleOf(kind, sample) + (n % DAYS), Math.floor(n / DAYS));

/** The same about the first days. */
export const earlyQuestion = (kind: ListKind, sample: Sample, n: number): Question =>
  ask(kind, sample, n % DAYS, Math.floor(n / DAYS));

/** Questions whose pages have no event in common with each other, nor with those of early questions. */
export const disjointQuestions = (kind: ListKind, sample: Sample, most: number): readonly Question[] => {
  // An event has two categories of many, so that few events are in both.
  const categories = kind.hasCategory ? 2 : 1;
  // Beyond what lists of the first days show, and before windows reach the end.
  const [from, until] = [2 * DAYS, sample.days - YEAR - 1];
  const starts = Array.from(
    { length: Math.floor((until - from) / kind.step) },
    (_, index) => from + index * kind.step,
  );
  return starts
    .flatMap((day) =>
      Array.from({ length: categories }, (_, category) => ask(kind, sample, day, 0, category)),
    )
    .slice(0, most);
};

/** The `n`th question for one event: what is in the query has no meaning, so that the answer is the same. */
export const singleQuestion = (sample: Sample, by: "id" | "slug", n: number, query: string): Question => {
  const single = sample.singles[n % sample.singles.length];
  if (single === undefined) throw new Error("no events to ask for");
  const { id, slug } = single;
  const path = by === "id" ? `/events/${id}` : `/events/by-slug/${slug}`;
  return { path: path + query, naive: by === "id" ? `/one?id=${id}` : `/one?slug=${slug}` };
};

/** Counts on with each call, so that no two questions of a case are alike. */
export const inTurn = <Value>(make: (n: number) => Value): (() => Value) => {
  let count = 0;
  return () => {
    count += 1;
    return make(count - 1);
  };
};
