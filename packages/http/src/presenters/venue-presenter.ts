import type { BusyTimes, DuplicateVenues } from "@kalends/core/interface";
import { renderTitle } from "./html/rendered-text.ts";
import { presentVenue } from "./linked-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";

/** Converts the times at which a venue is in use to JSON. Source: rules/free-busy.md#busy. */
export const presentBusy = ({ busy, hasMore }: BusyTimes): Members => ({
  busy: busy.map(({ start, end, timezone, id, title }) => ({
    ...{ start, end, timezone },
    ...(id !== undefined && { id }),
    ...(title !== undefined && { title: renderTitle(title) }),
  })),
  ...(hasMore && { has_more: true }),
});

/** Converts two venues that may be the same to JSON. Source: rules/venues-organizers.md#venue-duplicates. */
export const presentDuplicates = (
  { venues, reasons }: DuplicateVenues,
  presentation: Presentation,
): Members => ({ venues: venues.map((view) => presentVenue(view, presentation)), reasons });
