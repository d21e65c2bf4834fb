import {
  abbreviationAt,
  findAmounts,
  isTimeZone,
  millisecondsOf,
  toOldPath,
  toUtc,
  utcText,
} from "@kalends/core";
import { isInstant, isWallClock } from "../records/record-checks.ts";
import { eventStatusOf, venuePlaceOf } from "./meta-members.ts";
import type { WxrElement } from "./wxr-elements.ts";
import { TAXONOMIES, type TermList, toId, type WxrSurvey } from "./wxr-survey.ts";

/** Members of a record in the form that API lists show, and remarks about the record for the report. */
export interface WxrRecord {
  readonly members: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
  /** Earlier paths of the record's web page. See `FoundRecord`. */
  readonly earlierPaths: readonly string[];
}

export interface WxrReading {
  readonly survey: WxrSurvey;
  /** Returns a text of the post with this id as displayable HTML: cleaned, and with paragraphs. */
  toHtml(text: string, id: number): string;
  /** Default time zone for events without one. */
  readonly timezone: string;
}

/**
 * Returns the paths that the item's web page had with its earlier slugs. Returns none if the page's path does
 * not end in the current slug.
 */
const earlierPathsOf = (item: WxrElement): readonly string[] => {
  const link = item.text("link");
  const slug = item.text("wp:post_name");
  const { pathname } = URL.canParse(link) ? new URL(link) : { pathname: "" };
  const isNamed = slug !== "" && toOldPath(pathname).endsWith(toOldPath(slug));
  const folder = pathname.replace(/[^/]+\/?$/, "");
  return isNamed ? item.meta("_wp_old_slug").map((old) => `${folder}${old}/`) : [];
};

/** Returns the members that events, venues and organizers have in common. */
const postOf = (item: WxrElement, id: number, { survey, toHtml }: WxrReading): WxrRecord => {
  const { text } = item;
  const login = text("dc:creator");
  const author = survey.authors.get(login);
  const isSecret = text("wp:post_password") !== "";
  const [date, utc] = [text("wp:post_date"), text("wp:post_date_gmt")];
  const [modified, modifiedUtc] = [text("wp:post_modified") || date, text("wp:post_modified_gmt") || utc];
  const image = survey.images.get(toId(item.meta("_thumbnail_id")[0]) ?? 0);
  const globalId = `${survey.origin}?id=${id}`;
  const parent = toId(text("wp:post_parent"));
  return {
    members: {
      id,
      global_id: globalId,
      global_id_lineage: [globalId, ...item.meta("_tribe_aggregator_global_id_lineage")],
      author: String(author?.id ?? 0),
      status: isSecret && text("wp:status") === "publish" ? "private" : text("wp:status"),
      date,
      date_utc: isInstant(utc) ? utc : date,
      modified: isWallClock(modified) ? modified : date,
      modified_utc: isInstant(modifiedUtc) ? modifiedUtc : utc,
      url: text("link"),
      description: toHtml(text("content:encoded"), id),
      excerpt: toHtml(text("excerpt:encoded"), id),
      slug: text("wp:post_name"),
      ...(image !== undefined && { image }),
      post_parent: parent ?? 0,
    },
    earlierPaths: earlierPathsOf(item),
    notes: [
      ...(isSecret ? ["it has a password at the source and is private here"] : []),
      ...(author === undefined && login !== "" ? [`the export does not list its author ${login}`] : []),
    ],
  };
};

/** Meta keys of the export, by the name of the API member. */
type MetaMembers = Readonly<Record<string, string>>;

const VENUE_MEMBERS: MetaMembers = {
  address: "_VenueAddress",
  city: "_VenueCity",
  country: "_VenueCountry",
  province: "_VenueProvince",
  state: "_VenueState",
  stateprovince: "_VenueStateProvince",
  zip: "_VenueZip",
  phone: "_VenuePhone",
  website: "_VenueURL",
};

const ORGANIZER_MEMBERS: MetaMembers = {
  phone: "_OrganizerPhone",
  website: "_OrganizerWebsite",
  email: "_OrganizerEmail",
};

const textsOf = (item: WxrElement, members: MetaMembers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([member, key]) => {
      const value = first(item, key);
      return value === "" ? [] : [[member, value] as const];
    }),
  );

const first = (item: WxrElement, key: string): string => item.meta(key)[0] ?? "";

const UNTRUE: ReadonlySet<string> = new Set(["", "0", "false", "no", "off"]);

const flag = (item: WxrElement, key: string, fallback: boolean): boolean => {
  const [value] = item.meta(key);
  return value === undefined ? fallback : !UNTRUE.has(value.toLowerCase());
};

export const toVenue = (item: WxrElement, id: number, reading: WxrReading): WxrRecord => {
  const { members, notes, earlierPaths } = postOf(item, id, reading);
  return {
    members: {
      ...members,
      venue: item.text("title"),
      ...textsOf(item, VENUE_MEMBERS),
      show_map: flag(item, "_VenueShowMap", true),
      show_map_link: flag(item, "_VenueShowMapLink", true),
      ...venuePlaceOf((key) => first(item, key)),
    },
    notes,
    earlierPaths,
  };
};

export const toOrganizer = (item: WxrElement, id: number, reading: WxrReading): WxrRecord => {
  const { members, notes, earlierPaths } = postOf(item, id, reading);
  return {
    members: { ...members, organizer: item.text("title"), ...textsOf(item, ORGANIZER_MEMBERS) },
    notes,
    earlierPaths,
  };
};

export const toEvent = (item: WxrElement, id: number, reading: WxrReading): WxrRecord => {
  const { members, notes, earlierPaths } = postOf(item, id, reading);
  const website = item.meta("_EventURL")[0];
  return {
    members: {
      // In the member `image`, API lists show `false` for an event without an image. Venues and organizers
      // without an image lack the member.
      image: false,
      ...members,
      title: item.text("title"),
      ...timesOf(item, reading.timezone),
      ...costOf(item, reading.survey),
      // If nobody entered a website, the API shows the event's own page.
      website: website ?? item.text("link"),
      show_map: flag(item, "_EventShowMap", true),
      show_map_link: flag(item, "_EventShowMapLink", true),
      hide_from_listings: flag(item, "_EventHideFromUpcoming", false),
      sticky: item.text("wp:menu_order") === "-1",
      featured: flag(item, "_tribe_featured", false),
      categories: termsOf(item, "categories", reading),
      tags: termsOf(item, "tags", reading),
      venue: linked(item, "_EventVenueID", reading),
      organizer: linked(item, "_EventOrganizerID", reading),
      ...eventStatusOf((key) => first(item, key)),
      custom_fields: customFieldsOf(item),
    },
    earlierPaths,
    notes: [
      ...notes,
      ...(recurs(item) ? ["it recurs at the source, but the export contains only this date"] : []),
    ],
  };
};

/**
 * Completes a date such as `2031-5-6` or `2031-05-06 19:00`. Old versions of The Events Calendar stored such
 * dates.
 */
const toWallClock = (text: string): string => {
  const [, year, month = "", day = "", hour = "0", minute = "0", second = "0"] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return text;
  const pad = (part: string): string => part.padStart(2, "0");
  return `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
};

const timesOf = (item: WxrElement, siteZone: string): Readonly<Record<string, unknown>> => {
  const timezone = first(item, "_EventTimezone") || siteZone;
  const start = toWallClock(first(item, "_EventStartDate"));
  const duration = Number(first(item, "_EventDuration"));
  const later = (): string =>
    isWallClock(start) && Number.isSafeInteger(duration) && duration > 0
      ? utcText(millisecondsOf(start) + duration * 1000)
      : start;
  const end = toWallClock(first(item, "_EventEndDate")) || later();
  // Ignore an unknown time zone: the import reports it when it reads the record.
  const inUtc = (key: string, wallClock: string): string => {
    const utc = toWallClock(first(item, key));
    if (isWallClock(utc)) return utc;
    return isWallClock(wallClock) && isTimeZone(timezone) ? toUtc(wallClock, timezone) : wallClock;
  };
  const utcStart = inUtc("_EventStartDateUTC", start);
  const abbreviation = (): string =>
    isWallClock(utcStart) && isTimeZone(timezone) ? abbreviationAt(utcStart, timezone) : "";
  return {
    all_day: flag(item, "_EventAllDay", false),
    // API lists show null as the start of an event without a date.
    start_date: start === "" ? null : start,
    end_date: end,
    utc_start_date: utcStart,
    utc_end_date: inUtc("_EventEndDateUTC", end),
    timezone,
    timezone_abbr: first(item, "_EventTimezoneAbbr") || abbreviation(),
  };
};

const costOf = (item: WxrElement, { decimalMark }: WxrSurvey): Readonly<Record<string, unknown>> => {
  const texts = item.meta("_EventCost").filter((text) => text !== "");
  const position = first(item, "_EventCurrencyPosition");
  const amounts = findAmounts({ values: texts }, decimalMark);
  return {
    // The display text of a cost with numbers is not in the export.
    cost: amounts.length > 0 ? "" : texts.join(", "),
    cost_details: {
      currency_symbol: first(item, "_EventCurrencySymbol"),
      currency_code: first(item, "_EventCurrencyCode"),
      currency_position: position === "suffix" ? "postfix" : position,
      values: amounts.length > 0 ? amounts.map(({ plain }) => plain) : texts,
    },
  };
};

/**
 * Returns the custom fields of an event in the form that the site's API shows. The export does not contain
 * their labels.
 */
const customFieldsOf = (item: WxrElement): unknown => {
  const fields = item.metaKeys.flatMap((key) => {
    const value = item
      .meta(key)
      .filter((text) => text !== "")
      .join(", ");
    return /^_ecp_custom_\d+$/.test(key) && value !== "" ? [[key, { label: "", value }] as const] : [];
  });
  return fields.length === 0 ? [] : Object.fromEntries(fields);
};

/** True if the event has recurrence rules. The rules are a serialized PHP list; an empty list means none. */
const recurs = (item: WxrElement): boolean => /s:5:"rules";a:[1-9]/.test(first(item, "_EventRecurrence"));

const termsOf = (item: WxrElement, list: TermList, { survey }: WxrReading): readonly unknown[] =>
  item.terms.flatMap(({ taxonomy, slug, name }) => {
    if (TAXONOMIES[taxonomy] !== list) return [];
    const term = survey.terms[list].get(slug);
    return [{ name: term?.name ?? name, slug, ...(term?.id !== undefined && { id: term.id }) }];
  });

/**
 * Returns references to the venues or organizers of an event, by source id. The import replaces the ids later
 * by local ids.
 */
const linked = (item: WxrElement, key: string, { survey }: WxrReading): readonly unknown[] =>
  [...new Set(item.meta(key).flatMap((text) => toId(text) ?? []))].map((id) => ({
    id,
    global_id: `${survey.origin}?id=${id}`,
  }));
