import type { FieldOf } from "./columns.ts";
import type { Members } from "./row-members.ts";
import type { TableRow } from "./table-row.ts";

/**
 * Members of events, venues or organizers that a table may omit, each with the columns that supply the
 * member.
 */
type MemberColumns<Field extends string> = Readonly<Record<string, readonly [Field, ...Field[]]>>;

const EVENT_COLUMNS: MemberColumns<FieldOf<"events">> = {
  description: ["description"],
  excerpt: ["excerpt"],
  image: ["image"],
  website: ["website"],
  all_day: ["allDay"],
  cost: ["cost"],
  cost_details: ["cost"],
  event_status: ["eventStatus"],
  hide_from_listings: ["hidden"],
  sticky: ["sticky"],
  featured: ["featured"],
  show_map: ["showMap"],
  show_map_link: ["showMapLink"],
  venue: ["venue", "venueGlobalId"],
  organizer: ["organizers", "organizerGlobalIds"],
  categories: ["categories", "categorySlugs"],
  tags: ["tags", "tagSlugs"],
};

const VENUE_COLUMNS: MemberColumns<FieldOf<"venues">> = {
  description: ["description"],
  image: ["image"],
  website: ["website"],
  address: ["address", "address2"],
  city: ["city"],
  country: ["country"],
  zip: ["zip"],
  phone: ["phone"],
  show_map: ["showMap"],
  show_map_link: ["showMapLink"],
  geo_lat: ["latitude"],
  geo_lng: ["longitude"],
};

const ORGANIZER_COLUMNS: MemberColumns<FieldOf<"organizers">> = {
  description: ["description"],
  image: ["image"],
  website: ["website"],
  phone: ["phone"],
  email: ["email"],
};

const omitted = <Field extends string>(
  row: Pick<TableRow<Field>, "has">,
  columns: MemberColumns<Field>,
): ReadonlySet<string> =>
  new Set(
    Object.entries(columns).flatMap(([member, fields]) =>
      fields.some((field) => row.has(field)) ? [] : [member],
    ),
  );

/**
 * Returns the event members without those in `EVENT_COLUMNS` for which the table has no column. An update
 * keeps the local values of the removed members.
 * Source: rules/choices.md#import-omitted.
 */
export const withEventColumns = (row: TableRow<FieldOf<"events">>, members: Members): Members => {
  const lacking = omitted(row, EVENT_COLUMNS);
  return Object.fromEntries(Object.entries(members).filter(([member]) => !lacking.has(member)));
};

/**
 * Returns the members, with null for each member in `lacking`, for which the table has no column. Null means
 * unknown. For venues and organizers, a missing member would mean an empty text.
 */
const withNulls = (members: Members, lacking: ReadonlySet<string>): Members => ({
  ...members,
  ...Object.fromEntries([...lacking].map((member) => [member, null])),
});

export const withVenueColumns = (row: TableRow<FieldOf<"venues">>, members: Members): Members =>
  withNulls(members, omitted(row, VENUE_COLUMNS));

export const withOrganizerColumns = (row: TableRow<FieldOf<"organizers">>, members: Members): Members =>
  withNulls(members, omitted(row, ORGANIZER_COLUMNS));
