import type { ImportedList } from "@kalends/core";

type Parameters = Readonly<Record<string, string>>;

/**
 * Parameters of a list but page and length, part by part: one status at a time, as the reference loses records of one second between pages where
 * it is asked for several. Source: rules/choices.md#import-live.
 */
export const partsOf = (list: ImportedList, isSignedIn: boolean): readonly [Parameters, ...Parameters[]] => {
  // By id, so that what is added while pages are read comes last.
  if (list === "categories" || list === "tags") return [{ hide_empty: "false", orderby: "id", order: "asc" }];
  const range = list === "events" ? { start_date: FIRST_DAY, end_date: LAST_DAY } : {};
  if (!isSignedIn) return [range];
  const [first, ...others] = STATUSES;
  return [{ ...range, status: first }, ...others.map((status) => ({ ...range, status }))];
};

/** What there may be: servers compare texts, and years have four digits. */
const [FIRST_DAY, LAST_DAY] = ["1900-01-01 00:00:00", "2999-12-31 23:59:59"];

/** A draft that is published during the import is in one of the later lists. Servers refuse names that they do not know. */
const STATUSES = ["draft", "pending", "future", "private", "publish", "trash"] as const;

/** True for parameters that ask for records that only some people see. */
export const asksForMore = ({ status = "publish" }: Parameters): boolean => status !== "publish";
