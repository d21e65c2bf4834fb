import type { Sample } from "./sample.ts";

/** Request to Kalends and the equivalent request to the naive server. */
export interface RequestPair {
  /** Path of the Kalends request, below the base URL of the API. */
  readonly path: string;
  /** Path of the request to the naive server. */
  readonly naive: string;
}

/** Kind of list request. The requests of one kind differ in their date range. */
export interface ListKind {
  readonly name: string;
  /** Length of the date range in days. */
  readonly days: number;
  readonly limit: number;
  readonly page?: number;
  /** True if the list is filtered by a category. */
  readonly hasCategory?: boolean;
  readonly search?: string;
  /**
   * Number of days that one page of events spans. Two date ranges that start this many days apart have no
   * events in common on the same page.
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

/** Number of different first days of the date ranges. */
export const DAYS = 48;
/**
 * Seconds from midnight to 7:00, when the first event of a day starts. Date ranges that start within this
 * time match the same events but have different URLs.
 */
const SECONDS = 7 * 60 * 60;
const DAY_MS = 24 * 60 * 60 * 1000;

export const toDay = ({ from }: Sample, day: number): string =>
  new Date(from + day * DAY_MS).toISOString().slice(0, 10);

const toTime = (second: number): string => new Date((second % SECONDS) * 1000).toISOString().slice(11, 19);

/**
 * Returns the list request for the date range that starts on this day of the calendar, at this second of the
 * day.
 */
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

/** Returns the number of the first day for which the date range lies in the middle of the calendar. */
const middleOf = (kind: ListKind, { days }: Sample): number =>
  Math.floor(days / 2) - Math.ceil(kind.days / 2);

/**
 * Returns the `n`th list request of a kind. All URLs are different, but they read the same few hundred
 * events.
 */
export const newPair = (kind: ListKind, sample: Sample, n: number): RequestPair =>
  listPair(kind, sample, middleOf(kind, sample) + (n % DAYS), Math.floor(n / DAYS));

/** Like `newPair`, for the first days of the calendar. */
export const earlyPair = (kind: ListKind, sample: Sample, n: number): RequestPair =>
  listPair(kind, sample, n % DAYS, Math.floor(n / DAYS));

/**
 * Returns list requests whose pages share no events. They also share none with the requests of `earlyPair`.
 */
export const disjointPairs = (kind: ListKind, sample: Sample, most: number): readonly RequestPair[] => {
  // An event has two of many categories, so two category lists of the same day share few events.
  const categories = kind.hasCategory ? 2 : 1;
  // Starts after the days of `earlyPair` and ends before the date range would exceed the calendar.
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

/**
 * Returns the `n`th request for a single event. `query` makes the URL different but has no effect on the
 * response.
 */
export const singlePair = (sample: Sample, by: "id" | "slug", n: number, query: string): RequestPair => {
  const single = sample.singles[n % sample.singles.length];
  if (single === undefined) throw new Error("no events to ask for");
  const { id, slug } = single;
  const path = by === "id" ? `/events/${id}` : `/events/by-slug/${slug}`;
  return { path: path + query, naive: by === "id" ? `/one?id=${id}` : `/one?slug=${slug}` };
};

/**
 * Creates a function without parameters that calls `make` with 0, 1, 2 and so on. It makes each request of a
 * case different.
 */
export const inTurn = <Value>(make: (n: number) => Value): (() => Value) => {
  let count = 0;
  return () => {
    count += 1;
    return make(count - 1);
  };
};
