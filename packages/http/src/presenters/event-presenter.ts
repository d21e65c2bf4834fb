import { escapeHtml, type WallClock } from "@kalends/core";
import { type EventView, isRecurring } from "@kalends/core/interface";
import { presentCost } from "./cost-presenter.ts";
import { renderTitle } from "./html/rendered-text.ts";
import { presentImage } from "./image-presenter.ts";
import { presentOrganizer, presentVenue } from "./linked-presenter.ts";
import { addEditorMembers, type Members, type Presentation, pageUrl } from "./presentation.ts";
import { presentRecurring } from "./recurrence/recurrence-presenter.ts";
import { presentStructuredEvent } from "./structured-data.ts";
import { presentEventTerm } from "./term-presenter.ts";

/**
 * Splits a date into year, month, day, hour, minutes and seconds. Source:
 * rules/representations.md#date-details.
 */
const presentDateDetails = (wall: WallClock): Members => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});

/**
 * Returns the JSON members that explain the status of an event. Source:
 * rules/recurrence.md#recurrence-members.
 */
const statusDetails = ({ eventStatus, statusReason, previousStart }: EventView["event"]): Members => ({
  ...(statusReason !== undefined && { status_reason: statusReason }),
  ...(eventStatus === "rescheduled" && previousStart !== undefined && { previous_start_date: previousStart }),
});

/** JSON members of an event: those before and those after its categories, tags and linked records. */
interface EventParts {
  readonly before: Members;
  readonly after: Members;
}

/**
 * Converts an event to its JSON members. Leaves out its categories, tags and linked records, and the members
 * that plugins add. Source: rules/representations.md#event-members.
 */
export const presentEventParts = (view: EventView, presentation: Presentation): EventParts => {
  const { event, image } = view;
  const { addresses, structured } = presentation;
  // With structured data, each text occurs twice in the response, so its rendered HTML is cached.
  const toHtml = structured ? presentation.html : presentation.htmlOnce;
  const { schedule } = event;
  const url = pageUrl("event", event, presentation);
  const cost = presentCost(event.cost, presentation);
  const globalId = addresses.globalId + event.id;
  const before: Members = {
    id: event.id,
    global_id: globalId,
    global_id_lineage: [...new Set([globalId, ...event.lineage])],
    author: String(event.author),
    status: event.status,
    date: event.date,
    date_utc: event.dateUtc,
    modified: event.modified,
    modified_utc: event.modifiedUtc,
    url,
    rest_url: `${addresses.namespace}/events/${event.id}`,
    title: renderTitle(event.title),
    description: toHtml(event.description),
    excerpt: toHtml(event.excerpt),
    slug: event.slug,
    image: image === undefined ? false : presentImage(image, presentation),
    all_day: schedule.allDay,
    start_date: schedule.start,
    start_date_details: presentDateDetails(schedule.start),
    end_date: schedule.end,
    end_date_details: presentDateDetails(schedule.end),
    utc_start_date: schedule.utcStart,
    utc_start_date_details: presentDateDetails(schedule.utcStart),
    utc_end_date: schedule.utcEnd,
    utc_end_date_details: presentDateDetails(schedule.utcEnd),
    timezone: schedule.timezone,
    timezone_abbr: schedule.abbreviation,
    cost: cost.cost,
    cost_details: cost.details,
    website: event.website === undefined ? url : escapeHtml(event.website),
    show_map: event.showMap,
    show_map_link: event.showMapLink,
    hide_from_listings: event.hideFromListings,
    sticky: event.sticky,
    featured: event.featured,
    event_status: event.eventStatus ?? "scheduled",
    ...statusDetails(event),
    is_recurring: isRecurring(event),
  };
  if (isRecurring(event)) Object.assign(before, presentRecurring(view, presentation));
  const after: Members = { custom_fields: [] };
  addEditorMembers(after, event, presentation);
  if (structured) after.json_ld = presentStructuredEvent(view, url, cost, presentation);
  return { before, after };
};

export const presentEvent = (view: EventView, presentation: Presentation): Members => {
  const { venue, organizers, categories, tags, members } = view;
  const { before, after } = presentEventParts(view, presentation);
  before.categories = categories.map((term) => presentEventTerm(term, presentation));
  before.tags = tags.map((term) => presentEventTerm(term, presentation));
  // An event without a venue has an empty list as its `venue`.
  before.venue = venue === undefined ? [] : presentVenue(venue, presentation);
  before.organizer = organizers.map((organizer) => presentOrganizer(organizer, presentation));
  return Object.assign(before, after, members);
};
