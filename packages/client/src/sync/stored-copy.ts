import { areRecords, hasTerms, isObject } from "./check-page.ts";
import { type Content, createContent } from "./content.ts";
import { type CopiedRecords, KINDS } from "./records.ts";

const VERSION = 1;

/**
 * Copy as plain JSON, for storage beyond the end of the program. Its format may change with versions of this
 * package.
 */
export interface StoredCopy {
  readonly version: typeof VERSION;
  /** Address of the namespace of the calendar that was copied. */
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

/** True if the value is a stored copy of this calendar. Checks only the members that the copy uses. */
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
 * Restores a copy of this calendar from the result of `toStored` or its JSON text. Returns `undefined` for
 * any other value.
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
