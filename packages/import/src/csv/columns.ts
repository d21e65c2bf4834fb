import { type ImportedList, toInertText } from "@kalends/core";
import { foldText } from "@kalends/core/storage";
import { ImportError } from "../import-error.ts";

/**
 * Column headings of each field of a resource. An export writes the first heading; an import accepts all of
 * them.
 */
type Headings<Field extends string> = Readonly<Record<Field, readonly [string, ...string[]]>>;

type PostField = "name" | "description" | "website" | "image" | OwnPostField;
type OwnPostField = "slug" | "status" | "author" | "published" | "modified" | "globalId";

/** Field names of the CSV table of each resource. */
export interface TableFields {
  readonly events:
    | PostField
    | "excerpt"
    | "startDate"
    | "startTime"
    | "endDate"
    | "endTime"
    | "timezone"
    | "allDay"
    | "hidden"
    | "sticky"
    | "featured"
    | "venue"
    | "organizers"
    | "showMapLink"
    | "showMap"
    | "cost"
    | "currencySymbol"
    | "currencyPosition"
    | "categories"
    | "tags"
    | "eventStatus"
    | "statusReason"
    | "previousStart"
    | "venueGlobalId"
    | "organizerGlobalIds"
    | "categorySlugs"
    | "tagSlugs";
  readonly venues:
    | PostField
    | "country"
    | "address"
    | "address2"
    | "city"
    | "stateProvince"
    | "zip"
    | "latitude"
    | "longitude"
    | "phone"
    | "state"
    | "province"
    | "showMap"
    | "showMapLink";
  readonly organizers: PostField | "email" | "phone";
  readonly categories: "name" | "slug" | "description" | "parent";
  readonly tags: "name" | "slug" | "description";
}

/**
 * Returns headings for post fields that the CSV format of the reference implementation lacks. With these
 * columns, an export can be imported without loss.
 */
const postHeadings = (resource: string): Headings<OwnPostField> => ({
  slug: [`${resource} Slug`],
  // In tables of events, `Event Status` and `Status` are read as the event status.
  status: [`${resource} Publication Status`, `${resource} Post Status`, `${resource} Status`],
  author: [`${resource} Author`],
  published: [`${resource} Published (UTC)`],
  modified: [`${resource} Modified (UTC)`],
  globalId: [`${resource} Global ID`],
});

const EVENTS: Headings<TableFields["events"]> = {
  name: ["Event Name", "Event Title", "Subject", "Summary"],
  description: ["Event Description"],
  excerpt: ["Event Excerpt"],
  startDate: ["Event Start Date", "Event Start"],
  startTime: ["Event Start Time"],
  endDate: ["Event End Date", "Event End"],
  endTime: ["Event End Time"],
  timezone: ["Event Time Zone", "Event Timezone"],
  allDay: ["All Day Event", "Event All Day"],
  hidden: ["Hide Event From Event Listings", "Event Hide From Listings", "Hide From Event Listings"],
  sticky: ["Event Sticky in Month View", "Event Sticky"],
  featured: ["Feature Event", "Featured Event", "Event Featured"],
  venue: ["Event Venue Name", "Event Venue"],
  organizers: [
    "Event Organizer Name(s) or ID(s)",
    "Event Organizer Name(s)",
    "Event Organizer Name",
    "Event Organizers",
    "Event Organizer",
  ],
  showMapLink: ["Event Show Map Link"],
  showMap: ["Event Show Map"],
  cost: ["Event Cost", "Event Price"],
  currencySymbol: ["Event Currency Symbol"],
  currencyPosition: ["Event Currency Position"],
  categories: ["Event Category", "Event Categories"],
  tags: ["Event Tags", "Event Tag"],
  website: ["Event Website", "Event URL"],
  image: ["Event Featured Image", "Event Image"],
  ...postHeadings("Event"),
  eventStatus: ["Event Status"],
  statusReason: ["Event Status Reason"],
  previousStart: ["Event Previous Start"],
  venueGlobalId: ["Event Venue Global ID"],
  organizerGlobalIds: ["Event Organizer Global IDs"],
  categorySlugs: ["Event Category Slugs"],
  tagSlugs: ["Event Tag Slugs"],
};

const VENUES: Headings<TableFields["venues"]> = {
  name: ["Venue Name", "Venue"],
  description: ["Venue Description"],
  country: ["Venue Country"],
  address: ["Venue Address"],
  address2: ["Venue Address 2"],
  city: ["Venue City"],
  stateProvince: ["Venue State/Province"],
  zip: ["Venue Zip", "Venue Postal Code", "Venue Postcode"],
  latitude: ["Venue Latitude", "Venue Geo Lat"],
  longitude: ["Venue Longitude", "Venue Geo Lng"],
  phone: ["Venue Phone"],
  website: ["Venue Website", "Venue URL"],
  image: ["Venue Featured Image", "Venue Image"],
  state: ["Venue State"],
  province: ["Venue Province"],
  showMap: ["Venue Show Map"],
  showMapLink: ["Venue Show Map Link"],
  ...postHeadings("Venue"),
};

const ORGANIZERS: Headings<TableFields["organizers"]> = {
  name: ["Organizer Name", "Organizer"],
  description: ["Organizer Description"],
  email: ["Organizer Email"],
  website: ["Organizer Website", "Organizer URL"],
  phone: ["Organizer Phone"],
  image: ["Organizer Featured Image", "Organizer Image"],
  ...postHeadings("Organizer"),
};

const CATEGORIES: Headings<TableFields["categories"]> = {
  name: ["Category Name", "Category"],
  slug: ["Category Slug"],
  description: ["Category Description"],
  parent: ["Category Parent Slug", "Category Parent"],
};

const TAGS: Headings<TableFields["tags"]> = {
  name: ["Tag Name", "Tag"],
  slug: ["Tag Slug"],
  description: ["Tag Description"],
};

/**
 * Accepted column headings, by resource and field.
 * Source: rules/choices.md#csv-columns.
 */
export const HEADINGS: { readonly [List in ImportedList]: Headings<TableFields[List]> } = {
  events: EVENTS,
  venues: VENUES,
  organizers: ORGANIZERS,
  categories: CATEGORIES,
  tags: TAGS,
};

/** Name of a CSV field of a resource, such as `startDate`. */
export type FieldOf<List extends ImportedList> = TableFields[List];

/** Headings that the reference implementation writes and that have no matching field in Kalends. */
const UNSUPPORTED: ReadonlySet<string> = new Set(
  ["allow comments", "allow trackbacks and pingbacks", "iso currency code", "overwrite"].map((heading) =>
    heading.replaceAll(" ", ""),
  ),
);

/** Returns a heading in a form for comparison: letters and digits only, without accents and case. */
const fold = (heading: string): string => foldText(heading).replace(/[^\p{L}\p{N}]/gu, "");

const PREFIXES: Readonly<Record<ImportedList, string>> = {
  events: "event",
  venues: "venue",
  organizers: "organizer",
  categories: "category",
  tags: "tag",
};

/** Returns the folded heading without the resource name at its start: `eventname` becomes `name`. */
const withoutPrefix = (list: ImportedList, heading: string): string => {
  const folded = fold(heading);
  const rest = folded.startsWith(PREFIXES[list]) ? folded.slice(PREFIXES[list].length) : folded;
  return rest === "" ? folded : rest;
};

const FIELDS: Readonly<Record<ImportedList, ReadonlyMap<string, string>>> = (() => {
  const of = (list: ImportedList): ReadonlyMap<string, string> =>
    new Map(
      Object.entries<readonly string[]>(HEADINGS[list]).flatMap(([field, headings]) =>
        headings.map((heading) => [withoutPrefix(list, heading), field] as const),
      ),
    );
  return {
    events: of("events"),
    venues: of("venues"),
    organizers: of("organizers"),
    categories: of("categories"),
    tags: of("tags"),
  };
})();

/** Resource of a CSV table, and the positions of its columns. */
export interface Columns {
  readonly list: ImportedList;
  /** Position of each column in the row, from 0, by field name. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Headings as written in the file. */
  readonly headings: readonly string[];
  /** Headings that are not recognized. */
  readonly unknown: readonly string[];
}

const MAX_QUOTED_LENGTH = 100;

/**
 * Returns text from a file in a form that is safe for messages: one line, at most 100 characters, without
 * terminal control sequences.
 */
export const quoted = (text: string): string => {
  const line = toInertText(text).replace(/\s+/g, " ").trim();
  return line.length > MAX_QUOTED_LENGTH ? `${[...line].slice(0, MAX_QUOTED_LENGTH).join("")}…` : line;
};

/**
 * Returns the field of a column. In a table of events that has the columns `status` and `event_status`, such
 * as one of this calendar, `status` is the publication status.
 */
const fieldOf = (list: ImportedList, name: string, heading: string, all: ReadonlySet<string>) =>
  list === "events" && fold(heading) === "status" && all.has("eventstatus")
    ? "status"
    : FIELDS[list].get(name);

const columnsAs = (list: ImportedList, headings: readonly string[], file: string): Columns => {
  const indexes = new Map<string, number>();
  const unknown: string[] = [];
  const folded = new Set(headings.map(fold));
  headings.forEach((heading, index) => {
    const name = withoutPrefix(list, heading);
    const field = fieldOf(list, name, heading, folded);
    const first = field === undefined ? undefined : indexes.get(field);
    if (first !== undefined)
      throw new ImportError(
        `${file}: the columns "${quoted(headings[first] ?? "")}" and "${quoted(heading)}" mean the same.`,
      );
    if (field !== undefined) indexes.set(field, index);
    else if (name !== "" && !UNSUPPORTED.has(name)) unknown.push(heading);
  });
  return { list, indexes, headings, unknown };
};

/**
 * Detects the resource and the columns of a header row, by its headings or else by the file name. Returns
 * `undefined` if the row is not a known header. Throws an `ImportError` if two columns stand for the same
 * field.
 * Source: rules/choices.md#csv-columns.
 */
export const columnsOf = (headings: readonly string[], file: string): Columns | undefined => {
  const folded = new Set(headings.map(fold));
  const list = resourceOf(folded, fold(file.replace(/^.*[\\/]/s, "")));
  return list === undefined ? undefined : columnsAs(list, headings, file);
};

const resourceOf = (folded: ReadonlySet<string>, fileName: string): ImportedList | undefined => {
  const has = (list: ImportedList, field: string): boolean =>
    [...folded].some((heading) => FIELDS[list].get(withoutPrefix(list, heading)) === field);
  if (has("events", "startDate") && has("events", "name")) return "events";
  // "Event Name" without its prefix would match the name column of other resources. So other resources are
  // detected by complete headings.
  const lists = ["venues", "organizers", "categories", "tags"] as const;
  const named = lists.find((list) => folded.has(fold(HEADINGS[list].name[0])));
  return (
    named ??
    lists.find(
      (list) => [list, PREFIXES[list]].some((name) => fileName.startsWith(name)) && has(list, "name"),
    )
  );
};
