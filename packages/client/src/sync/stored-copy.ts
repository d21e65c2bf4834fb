import { areRecords, hasTerms, isObject } from "./check-page.ts";
import { type Content, createContent } from "./content.ts";
import { type CopiedRecords, KINDS } from "./records.ts";

const VERSION = 1;

/**
 * Copy as plain JSON, which can be stored and used by a later run of the program. The format may change with
 * versions of this package.
 */
export interface StoredCopy {
  readonly version: typeof VERSION;
  /** URL of the namespace of the copied calendar. */
  readonly of: string;
  readonly token: string;
  readonly events: readonly CopiedRecords["event"][];
  readonly venues: readonly CopiedRecords["venue"][];
  readonly organizers: readonly CopiedRecords["organizer"][];
  readonly categories: readonly CopiedRecords["category"][];
  readonly tags: readonly CopiedRecords["tag"][];
}

export const toStored = (content: Content, of: string, token: string): StoredCopy => ({
  version: VERSION,
  of,
  token,
  events: [...content.event.values()],
  venues: [...content.venue.values()],
  organizers: [...content.organizer.values()],
  categories: [...content.category.values()],
  tags: [...content.tag.values()],
});

/** True if the value is a stored copy of this calendar. Only the members that the copy uses are checked. */
const isStored = (value: unknown, of: string): value is StoredCopy =>
  isObject(value) &&
  value.version === VERSION &&
  value.of === of &&
  typeof value.token === "string" &&
  Object.keys(KINDS).every((name) => areRecords(value[name])) &&
  areRecords(value.events) &&
  value.events.every(hasTerms);

const decode = (state: unknown): unknown => {
  if (typeof state !== "string") return state;
  try {
    return JSON.parse(state);
  } catch {
    return undefined;
  }
};

/**
 * Restores a copy from the result of `toStored` or its JSON text. Returns `undefined` for any other value,
 * and for a copy of another calendar.
 */
export const fromStored = (
  state: unknown,
  of: string,
): { readonly content: Content; readonly token: string } | undefined => {
  const stored = decode(state);
  if (!isStored(stored, of)) return undefined;
  const content = createContent();
  for (const record of stored.events) content.event.set(record.id, record);
  for (const record of stored.venues) content.venue.set(record.id, record);
  for (const record of stored.organizers) content.organizer.set(record.id, record);
  for (const record of stored.categories) content.category.set(record.id, record);
  for (const record of stored.tags) content.tag.set(record.id, record);
  return { content, token: stored.token };
};
