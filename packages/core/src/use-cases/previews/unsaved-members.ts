import type { CalendarEvent } from "../../model/event.ts";
import { isSameJson } from "../../model/json.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Term } from "../../model/term.ts";
import type { Venue } from "../../model/venue.ts";
import type { EventView, TermView } from "../../model/views.ts";
import { ANONYMOUS } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

/**
 * Values in which a dry run of an update differs from the stored event. Records that the update would create
 * have negative ids and are part of the object.
 * Source: rules/preview.md#unsaved-members.
 */
export interface UnsavedMembers {
  readonly changed: Partial<CalendarEvent>;
  /** Names of members that the update would remove. */
  readonly removed: readonly string[];
  readonly venue?: Venue;
  readonly organizers: readonly Organizer[];
  readonly terms: readonly Term[];
}

/**
 * Members that stay those of the stored event: the page has another status anyway, and `occurrence` only
 * repeats the other members.
 */
const STORED: ReadonlySet<string> = new Set([
  "id",
  "revision",
  "status",
  "modified",
  "modifiedUtc",
  "trashed",
  "occurrence",
]);

const isNew = ({ id }: { readonly id: number }): boolean => id < 0;

/** Compares the result of a dry run with the stored event. */
export const unsavedMembersOf = (stored: CalendarEvent, written: EventView): UnsavedMembers => {
  const [before, after] = [new Map(Object.entries(stored)), new Map(Object.entries(written.event))];
  const changed = [...after].filter(
    ([name, value]) => !STORED.has(name) && !isSameJson(value, before.get(name)),
  );
  const venue = written.venue?.venue;
  return {
    // Converted to JSON, which has no members that are `undefined`.
    changed: JSON.parse(JSON.stringify(Object.fromEntries(changed))),
    removed: [...before.keys()].filter((name) => !STORED.has(name) && after.get(name) === undefined),
    ...(venue !== undefined && isNew(venue) && { venue }),
    organizers: written.organizers.map(({ organizer }) => organizer).filter(isNew),
    terms: [...written.categories, ...written.tags].map(({ term }) => term).filter(isNew),
  };
};

/** Returns the event with the unsaved members. */
export const withUnsaved = (stored: CalendarEvent, { changed, removed }: UnsavedMembers): CalendarEvent => {
  const kept: object = Object.fromEntries(Object.entries(stored).filter(([name]) => !removed.includes(name)));
  // The type is safe, because `unsavedMembersOf` has read the members from an event.
  return { ...kept, ...changed } as CalendarEvent;
};

/** Adds the records that the update would create to a view, as far as visitors could see them. */
export const withNewRecords = (
  view: EventView,
  { venue, organizers, terms }: UnsavedMembers,
  { canRead }: Pick<PostStatuses, "canRead">,
): EventView => {
  const { event } = view;
  const shown = organizers.filter((organizer) => canRead(organizer, ANONYMOUS));
  const placeOf = ({ organizer }: EventView["organizers"][number]): number =>
    event.organizerIds.indexOf(organizer.id);
  const newTerms = (ids: readonly number[]): readonly TermView[] =>
    terms.filter(({ id }) => ids.includes(id)).map((term) => ({ term, count: 0, ancestors: [] }));
  return {
    ...view,
    ...(venue !== undefined &&
      venue.id === event.venueId &&
      canRead(venue, ANONYMOUS) && { venue: { venue } }),
    organizers: [...view.organizers, ...shown.map((organizer) => ({ organizer }))].toSorted(
      (one, other) => placeOf(one) - placeOf(other),
    ),
    categories: [...view.categories, ...newTerms(event.categoryIds)],
    tags: [...view.tags, ...newTerms(event.tagIds)],
  };
};
