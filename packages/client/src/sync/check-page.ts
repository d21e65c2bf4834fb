import { CalendarRequestError } from "../errors.ts";
import { type ChangesPage, KINDS } from "./records.ts";

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const areRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.every((record) => isObject(record) && Number.isInteger(record.id));

/**
 * True if the event has valid lists of categories and tags. The copy needs them to update the number of
 * events per term.
 */
export const hasTerms = ({ categories, tags }: Readonly<Record<string, unknown>>): boolean =>
  areRecords(categories) && areRecords(tags);

const COPIED: readonly string[] = Object.values(KINDS);

/**
 * True if the change is valid. Changes of kinds that the copy does not contain are accepted without a check.
 */
const isChange = (change: unknown): boolean => {
  if (!isObject(change)) return false;
  const { kind, id, record, deleted } = change;
  if (!COPIED.includes(String(kind))) return true;
  if (!Number.isInteger(id)) return false;
  return deleted === true || (isObject(record) && record.id === id && (kind !== "event" || hasTerms(record)));
};

const isPage = (value: unknown): value is ChangesPage =>
  isObject(value) &&
  typeof value.next_token === "string" &&
  typeof value.has_more === "boolean" &&
  (value.begin === undefined || typeof value.begin === "string") &&
  Array.isArray(value.changes) &&
  value.changes.every(isChange);

/**
 * Checks the members of a page that the copy uses, and returns the page.
 * Throws a `CalendarRequestError` for an invalid page. The next token of a page with `has_more` must differ
 * from `since`, because otherwise reading would never end.
 */
export const checkPage = (value: unknown, url: string, since: string | undefined): ChangesPage => {
  if (isPage(value) && !(value.has_more && value.next_token === since)) return value;
  throw new CalendarRequestError({
    ...{ method: "GET", url, status: 200 },
    ...{ body: undefined, retryAfter: undefined },
  });
};
