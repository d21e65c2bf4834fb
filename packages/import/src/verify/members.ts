import type { ImportedList } from "@kalends/core";

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value if it is an object, else an empty object. */
export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});

/** Returns the value if it is a text, else `""`. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A member with different values, before known reasons are considered. */
export interface Difference {
  /** Path of the member within the record, such as `image.sizes.medium.url`. */
  readonly member: string;
  readonly there: unknown;
  readonly here: unknown;
}

/**
 * True for a missing value, null, an empty list and an empty object. Servers with this API use each of these
 * for no value.
 */
const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isMembers(value) && Object.keys(value).length === 0);

/**
 * True for values that this API leaves out of venues, organizers and images
 * (rules/representations.md#empty-members).
 */
const isAbsent = (value: unknown): boolean =>
  isNothing(value) || value === "" || value === "0" || value === 0;

/**
 * Event members for which an empty and a missing value are equal. An `author` of 0 means no author; `image`
 * may have empty members.
 */
const OMITTED: ReadonlySet<string> = new Set(["author", "image", "status_reason", "previous_start_date"]);

/**
 * Returns all differences, down to members without sub-members. A list is compared as one value, and so are
 * members of different types.
 */
export const differencesOf = (
  there: unknown,
  here: unknown,
  { member = "", omitsEmpty }: { readonly member?: string; readonly omitsEmpty: boolean },
): readonly Difference[] => {
  if (isMembers(there) && isMembers(here)) {
    const names = new Set([...Object.keys(there), ...Object.keys(here)]);
    const path = member === "" ? "" : `${member}.`;
    return [...names].flatMap((name) =>
      differencesOf(there[name], here[name], {
        member: path + name,
        omitsEmpty: omitsEmpty || OMITTED.has(name) || member.startsWith("image"),
      }),
    );
  }
  const isSame =
    JSON.stringify(there) === JSON.stringify(here) ||
    (isNothing(there) && isNothing(here)) ||
    (omitsEmpty && isAbsent(there) && isAbsent(here));
  return isSame ? [] : [{ member, there, here }];
};

const POST =
  "id global_id global_id_lineage author status date date_utc modified modified_utc url description excerpt slug image json_ld website show_map show_map_link";

const TERM =
  "id count description name slug taxonomy parent meta url urls term_group term_taxonomy_id filter";

const VENUE = "venue address city country province state zip phone stateprovince geo_lat geo_lng";

const EVENT =
  "rest_url title all_day start_date start_date_details end_date end_date_details utc_start_date utc_start_date_details utc_end_date utc_end_date_details timezone timezone_abbr cost cost_details hide_from_listings sticky featured categories tags venue organizer custom_fields";

const setOf = (...names: readonly string[]): ReadonlySet<string> => new Set(names.join(" ").split(" "));

/**
 * Members that every server with this API shows (rules/representations.md#event-members and other sections).
 */
export const API_MEMBERS: Readonly<Record<ImportedList, ReadonlySet<string>>> = {
  events: setOf(POST, EVENT),
  venues: setOf(POST, VENUE),
  organizers: setOf(POST, "organizer phone email"),
  categories: setOf(TERM),
  tags: setOf(TERM),
};

/**
 * Event members that only Kalends servers show.
 * Source: rules/recurrence.md#recurrence-members.
 */
export const RECURRENCE_MEMBERS: ReadonlySet<string> = setOf(
  "event_status status_reason previous_start_date is_recurring recurrence next_occurrence",
);
