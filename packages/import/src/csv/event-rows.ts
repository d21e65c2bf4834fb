import {
  type Cost,
  createSchedule,
  DAY,
  EVENT_STATUSES,
  isRepeated,
  isTimeZone,
  millisecondsOf,
  toPlainText,
  toUtc,
  utcText,
} from "@kalends/core";
import { foldName, toCost } from "@kalends/core/storage";
import type { FieldOf } from "./columns.ts";
import { idInGlobalId, type NamedRecord, type Names } from "./names.ts";
import { withEventColumns } from "./omitted-columns.ts";
import { type Members, postMembers, type RowDeps, shown, websiteOf } from "./row-members.ts";
import type { Moment, TableRow } from "./table-row.ts";

type EventRow = TableRow<FieldOf<"events">>;

/** Names of the venues, organizers, categories and tags that events refer to, by list. */
export type NamesByList = Readonly<Record<"venues" | "organizers" | "categories" | "tags", Names>>;

export interface EventRowDeps extends RowDeps {
  readonly names: NamesByList;
}

/**
 * Columns of an event that refer to records of one list. One column has names. The second column has global
 * ids or slugs and exists only in tables that Kalends exported.
 */
interface NamingColumns {
  readonly list: keyof NamesByList;
  readonly names: "venue" | "organizers" | "categories" | "tags";
  readonly handles: "venueGlobalId" | "organizerGlobalIds" | "categorySlugs" | "tagSlugs";
}

const VENUE: NamingColumns = { list: "venues", names: "venue", handles: "venueGlobalId" };
const ORGANIZERS: NamingColumns = {
  list: "organizers",
  names: "organizers",
  handles: "organizerGlobalIds",
};
const CATEGORIES: NamingColumns = {
  list: "categories",
  names: "categories",
  handles: "categorySlugs",
};
const TAGS: NamingColumns = { list: "tags", names: "tags", handles: "tagSlugs" };

const piecesOf = (cell: string): readonly string[] =>
  cell
    .split(",")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");

/** True if two cells list the same names, apart from case, accents and spacing. */
const isSame = (one: string, other: string): boolean =>
  piecesOf(foldName(one)).join() === piecesOf(foldName(other)).join();

/**
 * Returns the records that a row refers to, in the order of the cell. The table may have a column of names
 * and a column of ids or slugs. If only one of the two is filled, it applies. If both are filled but differ,
 * the names apply, with a note. After changing one column by hand, an editor should therefore empty the
 * other.
 * Source: rules/choices.md#csv-names.
 */
const namedIn = (
  row: EventRow,
  { list, names: field, handles: handleField }: NamingColumns,
  all: NamesByList,
  place: string,
): readonly NamedRecord[] => {
  const names = all[list];
  const cell = row.text(field);
  const handles = piecesOf(row.text(handleField));
  if (handles.length === 0) {
    if (list !== "venues") return names.listed(cell, place);
    return cell === "" ? [] : [names.named(cell, place)];
  }
  const single = list === "venues" ? [cell.trim()] : piecesOf(cell);
  const named = handles.map((handle, index) => {
    const name = single.length === handles.length ? single[index] : undefined;
    const isHandle = list === "categories" || list === "tags" || idInGlobalId(handle) !== undefined;
    const known = names.byHandle(handle);
    if (known !== undefined) return known;
    if (name === undefined || !isHandle)
      return row.leaveOut(handleField, "refers to a record that no table contains", handle);
    return names.mention(name, handle, place);
  });
  const found = named.filter((one) => one !== undefined);
  if (cell === "" || isSame(found.map(({ name }) => name).join(), cell)) return found;
  row.leaveOut(handleField, "does not match the column of names", row.text(handleField));
  return list === "venues" ? [names.named(cell, place)] : names.listed(cell, place);
};

/**
 * Collects the names that a row refers to and no table contains. Reads only the cells of venues, organizers,
 * categories and tags.
 */
export const noteNames = (row: EventRow, names: NamesByList, place: string): void => {
  for (const columns of [VENUE, ORGANIZERS, CATEGORIES, TAGS]) namedIn(row, columns, names, place);
};

const toPost = (member: "venue" | "organizer", { id, globalId, slug, name }: NamedRecord): Members => ({
  ...(globalId !== "" && { id, global_id: globalId }),
  slug,
  [member]: shown(name),
});

const toTerm = ({ id, slug, name }: NamedRecord): Members => ({ id, slug, name: shown(name) });

/** Separator between several amounts in the cost column. */
export const BETWEEN_COSTS = " | ";

const POSITIONS: ReadonlyMap<string, Cost["position"]> = new Map([
  ["", ""],
  ["prefix", "prefix"],
  ["before", "prefix"],
  ["suffix", "postfix"],
  ["postfix", "postfix"],
  ["after", "postfix"],
]);

const costMembers = (row: EventRow): Members => {
  const values = row
    .text("cost")
    .split(BETWEEN_COSTS)
    .map((value) => toPlainText(value));
  const found = toCost(values);
  const written = row.text("currencyPosition").trim().toLowerCase();
  const position =
    POSITIONS.get(written) ?? row.leaveOut("currencyPosition", "is neither prefix nor suffix", written) ?? "";
  return {
    // Leave the cost text empty if it has a number. The local site formats numbers later.
    cost: found.values.some((value) => /\d/.test(value)) ? "" : shown(found.values.join(BETWEEN_COSTS)),
    cost_details: {
      values: found.values,
      currency_symbol: toPlainText(row.text("currencySymbol")) || found.symbol,
      currency_position: position || found.position,
    },
  };
};

const timeMembers = (row: EventRow, { site }: RowDeps): Members => {
  const zone = row.text("timezone").trim();
  const isKnown = zone === "" || isTimeZone(zone);
  if (!isKnown) row.leaveOut("timezone", "is not a time zone", zone);
  const timezone = isKnown && zone !== "" ? zone : site.timezone;
  const start = row.time("startDate", timezone, "startTime");
  // Use the form in which API lists show an event without a date. The import skips such events.
  if (start === undefined) return { start_date: null, timezone };
  // An end time without an end date applies to the start day.
  const endTime = row.text("endDate") === "" ? row.timeOn(start.wallClock, "endTime", timezone) : undefined;
  const end = endTime ?? row.time("endDate", timezone, "endTime") ?? start;
  const allDay = row.flag("allDay", false);
  const foldOf = ({ wallClock, utc, isExact }: Moment): boolean | undefined =>
    isExact ? utc !== toUtc(wallClock, timezone) : undefined;
  // In the hour that a clock change repeats, the end can have an earlier wall clock than the start.
  const isEarlier =
    end.wallClock < start.wallClock && end.utc < start.utc && !isRepeated(end.wallClock, timezone);
  const isNextDay = !allDay && isEarlier && end.wallClock.slice(0, 10) === start.wallClock.slice(0, 10);
  if (isNextDay)
    row.note(
      `the end ${end.wallClock} is before the start ${start.wallClock}: the end is moved to the next day`,
    );
  const schedule = createSchedule({
    ...{ start: start.wallClock, startFold: foldOf(start), timezone, allDay, dayCutoff: site.dayCutoff },
    ...(isNextDay
      ? { end: utcText(millisecondsOf(end.wallClock) + DAY) }
      : { end: end.wallClock, endFold: foldOf(end) }),
  });
  return {
    all_day: allDay,
    start_date: schedule.start,
    end_date: schedule.end,
    utc_start_date: schedule.utcStart,
    utc_end_date: schedule.utcEnd,
    timezone,
    timezone_abbr: schedule.abbreviation,
  };
};

const statusMembers = (row: EventRow): Members => {
  const status = row.text("eventStatus").trim().toLowerCase();
  const isKnown = status === "" || EVENT_STATUSES.some((known) => known === status);
  if (!isKnown) row.leaveOut("eventStatus", `is none of ${EVENT_STATUSES.join(", ")}`, status);
  return {
    event_status: (isKnown && status) || "scheduled",
    status_reason: row.text("statusReason"),
    previous_start_date: row.time("previousStart", "UTC")?.wallClock ?? "",
  };
};

/**
 * Returns the members of an event from a CSV row, in the form that API lists show. A cell that cannot be read
 * is left out, with a note.
 * Source: rules/choices.md#csv-values.
 */
export const toEventMembers = (
  row: EventRow,
  deps: EventRowDeps,
  place: string,
): { readonly members: Members; readonly isUndated: boolean } => {
  const { members, isUndated } = postMembers(row, deps);
  const named = (columns: NamingColumns): readonly NamedRecord[] => namedIn(row, columns, deps.names, place);
  const [venue] = named(VENUE);
  return {
    isUndated,
    members: withEventColumns(row, {
      image: false,
      ...members,
      ...timeMembers(row, deps),
      ...costMembers(row),
      ...statusMembers(row),
      title: shown(row.text("name")),
      excerpt: row.text("excerpt"),
      website: websiteOf(row),
      hide_from_listings: row.flag("hidden", false),
      sticky: row.flag("sticky", false),
      featured: row.flag("featured", false),
      show_map: row.flag("showMap", true),
      show_map_link: row.flag("showMapLink", true),
      venue: venue === undefined ? [] : toPost("venue", venue),
      organizer: named(ORGANIZERS).map((organizer) => toPost("organizer", organizer)),
      categories: named(CATEGORIES).map(toTerm),
      tags: named(TAGS).map(toTerm),
    }),
  };
};
