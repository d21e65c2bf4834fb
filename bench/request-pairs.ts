import type { Sample } from "./sample.ts";

/** A request to Kalends, and the equivalent one to the naive server. */
export interface RequestPair {
  /** Path below the namespace. */
  readonly path: string;
  /** Path of the naive server. */
  readonly naive: string;
}

/** A kind of list; each of its requests has another window. */
export interface ListKind {
  readonly name: string;
  /** Length of the window in days. */
  readonly days: number;
  readonly limit: number;
  readonly page?: number;
  /** True if only the events of one category are listed. */
  readonly hasCategory?: boolean;
  readonly search?: string;
  /**
   * Days that the events of one page cover. A window that begins this much later has a page of other events.
   */
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

/** Number of days on which consecutive windows begin. */
export const DAYS = 48;
/** Seconds of a day before its first event. Windows that begin on any of them match the same events. */
const SECONDS = 7 * 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;

export const toDay = ({ from }: Sample, day: number): string =>
  new Date(from + day * DAY_MS).toISOString().slice(0, 10);

const toTime = (second: number): string => new Date((second % SECONDS) * 1000).toISOString().slice(11, 19);

/** Returns the list of a window that begins at this second of this day of the calendar. */
export const listPair = (
  kind: ListKind,
  sample: Sample,
  day: number,
  second = 0,
  category = 0,
): RequestPair => {
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

/** Returns the first day of the consecutive windows, in the middle of the calendar. */
const middleOf = (kind: ListKind, { days }: Sample): number =>
  Math.floor(days / 2) - Math.ceil(kind.days / 2);

/** Returns the `n`th request of a kind. All are different, but for the same few hundred records. */
export const newPair = (kind: ListKind, sample: Sample, n: number): RequestPair =>
  listPair(kind, sample, middleOf(kind, sample) + (n % DAYS), Math.floor(n / DAYS));

/** Returns such a request for the first days. */
export const earlyPair = (kind: ListKind, sample: Sample, n: number): RequestPair =>
  listPair(kind, sample, n % DAYS, Math.floor(n / DAYS));

/** Returns requests whose pages have no common events, with each other or with those of `earlyQuestion`. */
export const disjointPairs = (kind: ListKind, sample: Sample, most: number): readonly RequestPair[] => {
  // An event has two of many categories, so that few events are in both.
  const categories = kind.hasCategory ? 2 : 1;
  // After the lists of the first days, and before windows reach the end.
  const [from, until] = [2 * DAYS, sample.days - YEAR - 1];
  const starts = Array.from(
    { length: Math.floor((until - from) / kind.step) },
    (_, index) => from + index * kind.step,
  );
  return starts
    .flatMap((day) =>
      Array.from({ length: categories }, (_, category) => listPair(kind, sample, day, 0, category)),
    )
    .slice(0, most);
};

/** Returns the `n`th request for one event. The query has no meaning, so that the response stays the same. */
export const singlePair = (sample: Sample, by: "id" | "slug", n: number, query: string): RequestPair => {
  const single = sample.singles[n % sample.singles.length];
  if (single === undefined) throw new Error("no events to ask for");
  const { id, slug } = single;
  const path = by === "id" ? `/events/${id}` : `/events/by-slug/${slug}`;
  return { path: path + query, naive: by === "id" ? `/one?id=${id}` : `/one?slug=${slug}` };
};

/** Creates a function that counts its calls, so that all requests of a case are different. */
export const inTurn = <Value>(make: (n: number) => Value): (() => Value) => {
  let count = 0;
  return () => {
    count += 1;
    return make(count - 1);
  };
};
