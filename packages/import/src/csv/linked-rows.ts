import type { FieldOf } from "./columns.ts";
import { type NamedRecord, namedPost, namedTerm, slugOfName } from "./names.ts";
import { withOrganizerColumns, withVenueColumns } from "./omitted-columns.ts";
import { type Members, postMembers, type RowDeps, shown, websiteOf } from "./row-members.ts";
import type { TableRow } from "./table-row.ts";

interface RowMembers {
  readonly members: Members;
  readonly isUndated: boolean;
}

/**
 * Values of the country column, including a blank one, for which a region is a state and not a province.
 * Source: rules/venues-organizers.md#derived-stateprovince.
 */
const WITH_STATES: ReadonlySet<string> = new Set(["", "US", "USA", "United States"]);

/**
 * Returns the members of a venue from a CSV row, in the form that API lists show. Throws a `SourceProblem` if
 * the row has no name.
 */
export const toVenueMembers = (row: TableRow<FieldOf<"venues">>, deps: RowDeps): RowMembers => {
  const { members, isUndated } = postMembers(row, deps);
  const country = row.text("country").trim();
  const stateProvince = row.text("stateProvince");
  const hasRegion = row.has("state") || row.has("province");
  const hasStates = WITH_STATES.has(country);
  const coordinates = coordinatesOf(row);
  return {
    isUndated,
    members: withVenueColumns(row, {
      ...members,
      venue: shown(row.name("name")),
      address: [row.text("address"), row.text("address2")].filter((line) => line !== "").join(", "),
      city: row.text("city"),
      country,
      stateprovince: stateProvince,
      state: hasRegion ? row.text("state") : hasStates ? stateProvince : "",
      province: hasRegion ? row.text("province") : hasStates ? "" : stateProvince,
      zip: row.text("zip"),
      phone: row.text("phone"),
      website: websiteOf(row),
      show_map: row.flag("showMap", true),
      show_map_link: row.flag("showMapLink", true),
      ...coordinates,
    }),
  };
};

/**
 * Returns the coordinates in a row. Invalid coordinates are left out, with a note.
 * Source: rules/venues-organizers.md#venue-fields.
 */
const coordinatesOf = (row: TableRow<FieldOf<"venues">>): Members => {
  const [lat, lng] = [row.number("latitude"), row.number("longitude")];
  if (lat === undefined && lng === undefined) return { geo_lat: "", geo_lng: "" };
  if (lat === undefined || Math.abs(lat) > 90) return row.leaveOut("latitude", "is not a latitude") ?? {};
  if (lng === undefined || Math.abs(lng) > 180) return row.leaveOut("longitude", "is not a longitude") ?? {};
  return { geo_lat: lat, geo_lng: lng };
};

/**
 * Returns the members of an organizer from a CSV row, in the form that API lists show. Throws a
 * `SourceProblem` if the row has no name.
 */
export const toOrganizerMembers = (row: TableRow<FieldOf<"organizers">>, deps: RowDeps): RowMembers => {
  const { members, isUndated } = postMembers(row, deps);
  return {
    isUndated,
    members: withOrganizerColumns(row, {
      ...members,
      organizer: shown(row.name("name")),
      phone: row.text("phone"),
      email: row.text("email"),
      website: websiteOf(row),
    }),
  };
};

type TermRow = TableRow<FieldOf<"categories">> | TableRow<FieldOf<"tags">>;

/**
 * Returns the name, slug and global id of the venue or organizer in a row. Throws a `SourceProblem` if the
 * row has no name.
 */
export const namedOfPost = (row: TableRow<FieldOf<"venues"> & FieldOf<"organizers">>): NamedRecord =>
  namedPost(row.name("name"), row.text("slug").trim(), row.text("globalId").trim());

/**
 * Returns the name and slug of the category or tag in a row. Throws a `SourceProblem` if the row has no name.
 */
export const namedOfTerm = (row: TermRow): NamedRecord => {
  const name = row.name("name");
  return namedTerm(name, row.text("slug").trim() || slugOfName(name));
};

/**
 * Returns the members of a category or tag from a CSV row, in the form that API lists show. Throws a
 * `SourceProblem` if the row has no name.
 */
export const toTermMembers = (row: TermRow, parent: NamedRecord | undefined): Members => {
  const { id, slug, name } = namedOfTerm(row);
  return {
    id,
    slug,
    name: shown(name),
    description: row.text("description"),
    parent: parent?.id ?? 0,
  };
};
