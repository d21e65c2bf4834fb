import type { ImportedList } from "@kalends/core";

/** What lists are asked with but page and length, the widest first: where a server refuses one, the next is asked. */
export const parametersOf = (
  list: ImportedList,
  isSignedIn: boolean,
): readonly Readonly<Record<string, string>>[] => {
  // By id, so that what is added while pages are read comes last.
  if (list === "categories" || list === "tags") return [{ hide_empty: "false", orderby: "id", order: "asc" }];
  const range = list === "events" ? { start_date: FIRST_DAY, end_date: LAST_DAY } : {};
  return isSignedIn ? STATUSES.map((status) => ({ ...range, status })) : [range];
};

/** What there may be: servers compare texts, and years have four digits. */
const [FIRST_DAY, LAST_DAY] = ["1900-01-01 00:00:00", "2999-12-31 23:59:59"];

/** Servers refuse names that they do not know, and all that somebody may not see. */
const STATUSES = [
  "publish,future,draft,pending,private,trash",
  "publish,future,draft,pending,private",
  "publish,draft,pending",
  "publish",
] as const;

/** Whether such parameters ask for more than everybody sees. */
export const asksForAll = ({ status = "publish" }: Readonly<Record<string, string>>): boolean =>
  status !== "publish";
