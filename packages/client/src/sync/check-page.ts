import { CalendarRequestError } from "../errors.ts";
import { type ChangesPage, KINDS } from "./records.ts";

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const areRecords = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.every((record) => isObject(record) && Number.isInteger(record.id));

/** Whether a copy can count the terms of the event. */
export const hasTerms = ({ categories, tags }: Readonly<Record<string, unknown>>): boolean =>
  areRecords(categories) && areRecords(tags);

const COPIED: readonly string[] = Object.values(KINDS);

/** What is of a kind that a copy does not have may be anything. */
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

/** As far as a copy relies on it: what is no page, or would lead around in a circle, is not taken over in part. */
export const checkPage = (value: unknown, url: string, since: string | undefined): ChangesPage => {
  if (isPage(value) && !(value.has_more && value.next_token === since)) return value;
  throw new CalendarRequestError({
    ...{ method: "GET", url, status: 200 },
    ...{ body: undefined, retryAfter: undefined },
  });
};
