import type { ChangesPage, FeedChange } from "@kalends/core/interface";
import { createRecords, type Fragment, toFragment } from "../representation/records.ts";
import { presentEvent } from "./event-presenter.ts";
import { eventFragment } from "./fragments/event-fragment.ts";
import { organizerFragment, termFragment, venueFragment } from "./fragments/record-fragments.ts";
import { presentOrganizer, presentVenue } from "./linked-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";
import { presentTerm } from "./term-presenter.ts";

type Shown = Exclude<FeedChange, { readonly view?: undefined }>;

const presentRecord = (change: Shown, presentation: Presentation): Members => {
  switch (change.kind) {
    case "event":
      return presentEvent(change.view, presentation);
    case "venue":
      return presentVenue(change.view, presentation);
    case "organizer":
      return presentOrganizer(change.view, presentation);
    default:
      return presentTerm(change.view, presentation);
  }
};

const recordFragment = (change: Shown, presentation: Presentation): Fragment | undefined => {
  switch (change.kind) {
    case "event":
      return eventFragment(change.view, presentation);
    case "venue":
      return venueFragment(change.view, presentation);
    case "organizer":
      return organizerFragment(change.view, presentation);
    default:
      return termFragment(change.view, presentation);
  }
};

const presentChange = (change: FeedChange, presentation: Presentation): Members => {
  const { kind, id } = change;
  return change.view === undefined
    ? { kind, id, deleted: true }
    : { kind, id, record: presentRecord(change, presentation) };
};

const changeFragment = (change: FeedChange, presentation: Presentation): Fragment | undefined => {
  if (change.view === undefined) return toFragment(presentChange(change, presentation));
  const record = recordFragment(change, presentation);
  if (record === undefined) return undefined;
  return { text: `{"kind":"${change.kind}","id":${change.id},"record":${record.text}}`, ends: [] };
};

/**
 * Returns the URLs of the complete lists of records. Without dates, the list of events would cover only about
 * two years.
 */
const toLists = (namespace: string): Members => ({
  events: `${namespace}/events/?start_date=0001-01-01&end_date=9999-12-31`,
  venues: `${namespace}/venues/`,
  organizers: `${namespace}/organizers/`,
  categories: `${namespace}/categories/?hide_empty=false`,
  tags: `${namespace}/tags/?hide_empty=false`,
});

/**
 * Converts a page of changes to its JSON object. Records have the same members as in lists. Source:
 * rules/changes.md#page.
 */
export const presentChanges = (
  { changes, nextToken, hasMore, begin }: ChangesPage,
  presentation: Presentation,
): Members => ({
  changes: createRecords(
    changes,
    (change) => presentChange(change, presentation),
    (change) => changeFragment(change, presentation),
  ),
  next_token: nextToken,
  has_more: hasMore,
  ...(begin !== undefined && { begin, lists: toLists(presentation.addresses.namespace) }),
});
