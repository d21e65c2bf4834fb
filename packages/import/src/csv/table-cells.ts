import {
  type CalendarEvent,
  type Image,
  type ImportedList,
  NO_INSTANT,
  type Organizer,
  type Post,
  type Schedule,
  type Term,
  toIsoTime,
  type Venue,
} from "@kalends/core";
import type { TableFields } from "./columns.ts";
import { BETWEEN_COSTS } from "./event-rows.ts";

/** Cell texts of a row, by field name. */
export type Cells<List extends ImportedList> = Readonly<Record<TableFields[List], string>>;

/** Venues, organizers, terms and images that a row may refer to, by id. */
export interface ShownRecords {
  readonly venues: ReadonlyMap<number, Venue>;
  readonly organizers: ReadonlyMap<number, Organizer>;
  readonly terms: ReadonlyMap<number, Term>;
  readonly images: ReadonlyMap<number, Image>;
}

export interface CellDeps {
  /** Returns the global id of a venue or organizer; `""` if the public address of the calendar is unknown. */
  globalIdOf(id: number): string;
  /**
   * Returns the URL of an image. Returns `""` for a locally stored image if the public address of the
   * calendar is unknown.
   */
  addressOf(image: Image): string;
}

const flag = (value: boolean): string => (value ? "TRUE" : "FALSE");
const present = <T>(values: readonly (T | undefined)[]): readonly T[] =>
  values.filter((value) => value !== undefined);

const postCells = (post: Post, { images }: ShownRecords, { globalIdOf, addressOf }: CellDeps) => {
  const image = post.imageId === undefined ? undefined : images.get(post.imageId);
  return {
    description: post.description,
    image: image === undefined ? "" : addressOf(image),
    slug: post.slug,
    status: post.status,
    author: String(post.author),
    published: post.dateUtc === NO_INSTANT ? "" : post.dateUtc,
    modified: post.modifiedUtc === NO_INSTANT ? "" : post.modifiedUtc,
    globalId: globalIdOf(post.id),
  };
};

/**
 * Returns the date and time cells of an event. In the hour that a clock change repeats, the later time gets
 * its UTC offset to distinguish it from the earlier one.
 * Source: rules/dates.md#dst-overlap.
 */
const timeCells = ({ start, end, utcStart, utcEnd, startFold, endFold, timezone, allDay }: Schedule) => ({
  startDate: start.slice(0, 10),
  startTime: (startFold ? toIsoTime(start, utcStart) : start).slice(11),
  endDate: end.slice(0, 10),
  endTime: (endFold ? toIsoTime(end, utcEnd) : end).slice(11),
  timezone,
  allDay: flag(allDay),
});

/** Currency positions as the CSV format of the reference implementation writes them. */
const POSITIONS = { "": "", prefix: "prefix", postfix: "suffix" } as const;

export const toEventCells = (event: CalendarEvent, shown: ShownRecords, deps: CellDeps): Cells<"events"> => {
  const venue = event.venueId === undefined ? undefined : shown.venues.get(event.venueId);
  const organizers = present(event.organizerIds.map((id) => shown.organizers.get(id)));
  const categories = present(event.categoryIds.map((id) => shown.terms.get(id)));
  const tags = present(event.tagIds.map((id) => shown.terms.get(id)));
  const namesOf = (records: readonly { readonly name: string }[]): string =>
    records.map(({ name }) => name).join(", ");
  return {
    ...postCells(event, shown, deps),
    name: event.title,
    excerpt: event.excerpt,
    ...timeCells(event.schedule),
    hidden: flag(event.hideFromListings),
    sticky: flag(event.sticky),
    featured: flag(event.featured),
    venue: venue?.name ?? "",
    organizers: namesOf(organizers),
    showMapLink: flag(event.showMapLink),
    showMap: flag(event.showMap),
    cost: event.cost.values.join(BETWEEN_COSTS),
    currencySymbol: event.cost.symbol,
    currencyPosition: POSITIONS[event.cost.position],
    categories: namesOf(categories),
    tags: namesOf(tags),
    website: event.website ?? "",
    eventStatus: event.eventStatus ?? "",
    statusReason: event.statusReason ?? "",
    previousStart: event.previousStart ?? "",
    venueGlobalId: venue === undefined ? "" : deps.globalIdOf(venue.id),
    organizerGlobalIds: organizers.map(({ id }) => deps.globalIdOf(id)).join(","),
    categorySlugs: categories.map(({ slug }) => slug).join(","),
    tagSlugs: tags.map(({ slug }) => slug).join(","),
  };
};

export const toVenueCells = (venue: Venue, shown: ShownRecords, deps: CellDeps): Cells<"venues"> => ({
  ...postCells(venue, shown, deps),
  name: venue.name,
  country: venue.country,
  address: venue.address,
  address2: "",
  city: venue.city,
  stateProvince: venue.stateProvince,
  zip: venue.zip,
  latitude: venue.coordinates === undefined ? "" : String(venue.coordinates.lat),
  longitude: venue.coordinates === undefined ? "" : String(venue.coordinates.lng),
  phone: venue.phone,
  website: venue.website,
  state: venue.state,
  province: venue.province,
  showMap: flag(venue.showMap),
  showMapLink: flag(venue.showMapLink),
});

export const toOrganizerCells = (
  organizer: Organizer,
  shown: ShownRecords,
  deps: CellDeps,
): Cells<"organizers"> => ({
  ...postCells(organizer, shown, deps),
  name: organizer.name,
  email: organizer.email,
  website: organizer.website,
  phone: organizer.phone,
});

export const toCategoryCells = (term: Term, parent: Term | undefined): Cells<"categories"> => ({
  ...toTagCells(term),
  parent: parent?.slug ?? "",
});

export const toTagCells = ({ name, slug, description }: Term): Cells<"tags"> => ({ name, slug, description });
