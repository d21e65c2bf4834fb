import type { ImportedList } from "@kalends/core";

type Parameters = Readonly<Record<string, string>>;

/**
 * Returns the query parameters for reading a list, without page number and size. Each element is one part of
 * the list. After sign-in, each part of a post list requests a single status; otherwise a list has one part.
 * If a request has several statuses, the reference implementation loses records between pages, namely those
 * with equal publication times.
 * Source: rules/choices.md#import-live.
 */
export const partsOf = (list: ImportedList, isSignedIn: boolean): readonly [Parameters, ...Parameters[]] => {
  // Order by id, so that terms created while the list is read come last.
  if (list === "categories" || list === "tags") return [{ hide_empty: "false", orderby: "id", order: "asc" }];
  const range = list === "events" ? { start_date: FIRST_DAY, end_date: LAST_DAY } : {};
  if (!isSignedIn) return [range];
  const [first, ...others] = STATUSES;
  return [{ ...range, status: first }, ...others.map((status) => ({ ...range, status }))];
};

/** First and last possible start date. Servers compare dates as texts, so years must have four digits. */
const [FIRST_DAY, LAST_DAY] = ["1900-01-01 00:00:00", "2999-12-31 23:59:59"];

/**
 * Statuses in reading order: a draft that is published during the import appears in a later part. Each status
 * has its own request, because servers refuse status names that they do not know.
 */
const STATUSES = ["draft", "pending", "future", "private", "publish", "trash"] as const;

/** True if the query parameters request records that anonymous visitors cannot see. */
export const requestsNonPublic = ({ status = "publish" }: Parameters): boolean => status !== "publish";
