import type { ImportedList } from "@kalends/core";

type Parameters = Readonly<Record<string, string>>;

/**
 * Returns the parameters of a list without page number and size, one set for each part. Each part has one
 * status, because the reference implementation loses records between pages if several are requested: those
 * published in the same second.
 * Source: rules/choices.md#import-live.
 */
export const partsOf = (list: ImportedList, isSignedIn: boolean): readonly [Parameters, ...Parameters[]] => {
  // Ordered by id, so that terms added during reading come last.
  if (list === "categories" || list === "tags") return [{ hide_empty: "false", orderby: "id", order: "asc" }];
  const range = list === "events" ? { start_date: FIRST_DAY, end_date: LAST_DAY } : {};
  if (!isSignedIn) return [range];
  const [first, ...others] = STATUSES;
  return [{ ...range, status: first }, ...others.map((status) => ({ ...range, status }))];
};

/** Range of all possible dates: servers compare them as texts, and years have four digits. */
const [FIRST_DAY, LAST_DAY] = ["1900-01-01 00:00:00", "2999-12-31 23:59:59"];

/**
 * In this order, a draft published during the import appears in a later list. Servers refuse status names
 * that they do not know.
 */
const STATUSES = ["draft", "pending", "future", "private", "publish", "trash"] as const;

/** True if the parameters request records that the public cannot see. */
export const requestsNonPublic = ({ status = "publish" }: Parameters): boolean => status !== "publish";
