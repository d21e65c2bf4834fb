import type { Actor, CalendarEvent, Organizer, Term, Venue } from "@kalends/core";
import type { ExternalId, Operations } from "@kalends/core/interface";
import type { Members } from "./presentation.ts";

/** Record that can have external ids. */
type Identified =
  | { readonly event: CalendarEvent }
  | { readonly venue: Venue }
  | { readonly organizer: Organizer }
  | { readonly term: Term };

/**
 * Returns the external ids of a record that a response shows. Returns `undefined` if it does not show them.
 * Occurrences have none.
 */
export type ShownExternalIds = (record: Identified) => readonly ExternalId[] | undefined;

const idsOf = ({
  externalIds = [],
}: {
  readonly externalIds?: readonly ExternalId[];
}): readonly ExternalId[] => externalIds;

/** Shows external ids to everybody. Source: rules/external-ids.md#visible-external-ids. */
export const showAllExternalIds: ShownExternalIds = (record) => {
  if ("event" in record) return record.event.occurrence === undefined ? idsOf(record.event) : undefined;
  if ("venue" in record) return idsOf(record.venue);
  return idsOf("organizer" in record ? record.organizer : record.term);
};

/**
 * Creates the function that shows the external ids of records that the actor may edit.
 * Source: rules/external-ids.md#visible-external-ids.
 */
export const showEditable = (
  { events, venues, organizers, categories, tags }: Operations,
  actor: Actor,
): ShownExternalIds => {
  const mayEdit = (record: Identified): boolean => {
    const name = "id";
    if ("event" in record) return events.update.permits(actor, { name, record: record.event });
    if ("venue" in record) return venues.update.permits(actor, { name, record: record.venue });
    if ("organizer" in record) return organizers.update.permits(actor, { name, record: record.organizer });
    const { term } = record;
    return (term.taxonomy === "category" ? categories : tags).update.permits(actor, { name, record: term });
  };
  return (record) => (mayEdit(record) ? showAllExternalIds(record) : undefined);
};

/** Adds the member `external_ids` to the JSON members of a record, if the response shows it. */
export const addExternalIds = (
  members: Members,
  record: Identified,
  shown: ShownExternalIds | undefined,
): void => {
  const ids = shown?.(record);
  if (ids !== undefined) members.external_ids = ids.map(({ source, id }) => ({ source, id }));
};
