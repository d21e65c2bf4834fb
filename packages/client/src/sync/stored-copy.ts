import { areRecords, hasTerms, isObject } from "./check-page.ts";
import { type Content, createContent } from "./content.ts";
import { type CopiedRecords, KINDS } from "./records.ts";

const VERSION = 1;

/** A copy as plain JSON, to be put where it outlives the program. Its form may change with versions of this package. */
export interface StoredCopy {
  readonly version: typeof VERSION;
  /** Which calendar it is a copy of: the address of its namespace. */
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

/** As far as a copy relies on it. */
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

/** What `toStored` has made of a copy of this calendar, or that as text; `undefined` for anything else. */
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
