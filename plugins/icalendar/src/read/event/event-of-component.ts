import type { KnownEventFields } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../../fields.ts";
import { firstOf, type Properties, type Property, readProperties, textOf } from "../properties.ts";
import type { SourceComponent } from "../split-components.ts";
import { onClockOf, toTime } from "../times.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { Zones } from "../zones/zones.ts";
import { organizersOf, termsOf, venueOf } from "./linked-of-event.ts";
import { recurrenceOf } from "./recurrence-of-event.ts";
import { eventStatusOf, kalendsFieldsOf } from "./status-of-event.ts";
import {
  CONFERENCE_NAMES,
  conferencesOf,
  descriptionOf,
  excerptOf,
  titleOf,
  toAddress,
  toWebsite,
  UNPAIRED_SURROGATE,
  withLines,
} from "./texts-of-event.ts";
import { ALL_DAY_NAMES, type EventTimes, timesOf, UnusableComponent } from "./times-of-event.ts";

/** Event read from a VEVENT component. `values` are in the form that the API accepts. */
export interface SourceEvent {
  /** UID of the component; empty if it has none. */
  readonly uid: string;
  readonly sequence: number;
  /** LAST-MODIFIED of the component, in UTC. */
  readonly modified?: string;
  /** RECURRENCE-ID. Set if the component changes one occurrence of a series. */
  readonly recurrenceId?: Property;
  /** Set if RECURRENCE-ID has RANGE=THISANDFUTURE. The change then also applies to all later occurrences. */
  readonly isFollowing?: true;
  /** DTSTART as written. It distinguishes events that share one UID. */
  readonly start: string;
  /** EXRULE properties as written. */
  readonly exceptRules: readonly string[];
  readonly times: EventTimes;
  readonly values: KnownEventFields;
  /** True if CLASS is PRIVATE or CONFIDENTIAL. */
  readonly isPrivate: boolean;
  /** True if METHOD of the calendar is CANCEL. Other properties of the component may then be missing. */
  readonly isCancelled: boolean;
  readonly relatedTo?: string;
  readonly zones: Zones;
  /** Sentences for the report of the import about data that was changed or left out. */
  readonly notes: readonly string[];
}

export interface EventReading {
  /** Kind of terms that CATEGORIES of other programs become. */
  readonly categoriesAs: "categories" | "tags";
  /**
   * True if URL becomes the website of the event even if it is the event's page in the source calendar. If
   * false, URL is ignored in files that this plugin wrote, because it is the page of the event there.
   */
  readonly linksBack: boolean;
  /** True if METHOD of the calendar is CANCEL, which cancels all of its events. */
  readonly isCancelled: boolean;
  /** True if this plugin wrote the calendar file. */
  readonly isKalends: boolean;
}

const NAMES: ReadonlySet<string> = new Set([
  ...["UID", "SEQUENCE", "LAST-MODIFIED", "RECURRENCE-ID", "SUMMARY", "DESCRIPTION", "X-ALT-DESC"],
  ...["STYLED-DESCRIPTION", "DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "LOCATION"],
  ...["GEO", "X-APPLE-STRUCTURED-LOCATION", "ORGANIZER", "CONTACT", "CATEGORIES", "URL", "STATUS", "ATTACH"],
  ...CONFERENCE_NAMES,
  ...["IMAGE", "CLASS", "RELATED-TO"],
  ...ALL_DAY_NAMES,
  ...Object.values(KALENDS_PROPERTIES),
]);

const MAX_UID_LENGTH = 1_000;

const cutUid = (uid: string): string => uid.slice(0, MAX_UID_LENGTH).replace(UNPAIRED_SURROGATE, "");

/** Returns UID and title of a component for the report. Both can be empty if the component is damaged. */
export const nameOf = ({ lines }: SourceComponent): { readonly uid: string; readonly name: string } => {
  const properties = readProperties(lines.slice(0, 1_000), new Set(["UID", "SUMMARY"]));
  const [uid = "", summary = ""] = [textOf(properties, "UID"), textOf(properties, "SUMMARY")];
  return {
    uid: cutUid(uid),
    name: (summary || uid).replace(/\s+/g, " ").slice(0, 200).replace(UNPAIRED_SURROGATE, ""),
  };
};

/** Reads the event of a VEVENT component. Throws `UnusableComponent` if it cannot be imported. */
export const eventOf = async (
  component: SourceComponent,
  zones: Zones,
  reading: EventReading,
  yieldToEventLoop: YieldToEventLoop,
): Promise<SourceEvent> => {
  if (component.isTooLarge) throw new UnusableComponent("The event is too large.");
  const notes = new Set<string>();
  const note = (text: string): void => {
    if (notes.size < MAX_NOTES) notes.add(text);
  };
  if (component.lostLines > 0) note("A line was skipped because it is too long.");
  if (component.strayLines > 0)
    note("Part of a text was lost because its line breaks are not folded as iCalendar requires.");
  const properties = readProperties(component.lines, NAMES, (name) => note(`${name} cannot be read.`));
  const recurrenceId = firstOf(properties, "RECURRENCE-ID");
  const recurs = properties.has("RRULE") || properties.has("RDATE");
  // A component with a RECURRENCE-ID is a single occurrence, so its own recurrence is ignored.
  if (recurs && recurrenceId !== undefined) note(RULE_OF_ONE_DATE);
  const repeats = recurs && recurrenceId === undefined;
  const times = timesOf(properties, zones, repeats, note);
  const range = recurrenceId?.parameters.get("RANGE");
  const isFollowing = /^thisandfuture$/i.test(range ?? "");
  if (range !== undefined && !isFollowing) note("RANGE was ignored: only THISANDFUTURE is supported.");
  const modified = timeOf(properties, "LAST-MODIFIED", zones);
  const relatedTo = textOf(properties, "RELATED-TO");
  return {
    uid: cutUid((textOf(properties, "UID") ?? "").trim()),
    sequence: toCount(textOf(properties, "SEQUENCE")),
    ...(modified !== undefined && { modified }),
    ...(recurrenceId !== undefined && { recurrenceId }),
    ...(isFollowing && { isFollowing }),
    start: firstOf(properties, "DTSTART")?.raw ?? "",
    exceptRules: repeats ? (properties.get("EXRULE") ?? []).map(({ raw }) => raw) : [],
    times,
    values: {
      ...valuesOf(properties, times, zones, reading, note),
      recurrence: (repeats && (await recurrenceOf(properties, times, zones, note, yieldToEventLoop))) || ONCE,
    },
    isPrivate: /^(?:private|confidential)$/i.test(textOf(properties, "CLASS")?.trim() ?? ""),
    isCancelled: reading.isCancelled,
    ...(relatedTo !== undefined && { relatedTo: cutUid(relatedTo) }),
    zones,
    notes: [...notes],
  };
};

const MAX_NOTES = 10;
const ONCE = { rules: [], dates: [], except: [] };
const RULE_OF_ONE_DATE = "RRULE and RDATE were ignored because the event is a single date of a series.";

const valuesOf = (
  properties: Properties,
  times: EventTimes,
  zones: Zones,
  { categoriesAs, linksBack, isCancelled, isKalends }: EventReading,
  note: (text: string) => void,
): KnownEventFields => {
  const { start, end, sentStart = start, sentEnd = end, allDay, timezone } = times;
  const excerpt = excerptOf(properties, note) ?? (isKalends ? "" : undefined);
  const image = imageOf(properties);
  const conferences = conferencesOf(properties);
  const website = websiteOf(properties, isKalends && !linksBack, note) ?? conferences[0];
  const others = conferences.filter((address) => address !== website);
  return {
    title: titleOf(properties, note),
    description: withLines(descriptionOf(properties, isKalends, note), others),
    ...(excerpt !== undefined && { excerpt }),
    start_date: allDay ? start.slice(0, 10) : sentStart,
    end_date: allDay ? end.slice(0, 10) : sentEnd,
    all_day: allDay,
    timezone,
    ...(website !== undefined && { website }),
    venue: venueOf(properties) ?? "",
    organizer: organizersOf(properties),
    ...termsOf(properties, categoriesAs),
    event_status: eventStatusOf(properties, isCancelled),
    ...kalendsFieldsOf(properties, times, zones, isKalends),
    ...(image !== undefined && { image }),
  };
};

/**
 * Returns the website of the event, or `undefined` if the source has none. The X-KALENDS property takes
 * precedence over URL. If `ignoresUrl` is true, URL is not used, because it is the event's page in the source
 * calendar. Without either, a LOCATION that is a web address is used.
 */
const websiteOf = (
  properties: Properties,
  ignoresUrl: boolean,
  note: (text: string) => void,
): string | undefined => {
  const [own, url] = [textOf(properties, KALENDS_PROPERTIES.website), textOf(properties, "URL")];
  const text = own ?? (ignoresUrl ? undefined : url);
  if (text?.trim() === "") return own === undefined ? undefined : "";
  // Some programs write the web address of an online event as its LOCATION.
  if (text === undefined) return toAddress(textOf(properties, "LOCATION"));
  const address = toWebsite(text);
  if (address === undefined) note("URL was not imported: it is not a web address.");
  return address;
};

/** Returns the URL of the first image of the event. */
const imageOf = (properties: Properties): string | undefined => {
  const candidates = [
    ...(properties.get("IMAGE") ?? []),
    ...(properties.get("ATTACH") ?? []).filter(
      ({ parameters, raw }) =>
        /^image\//i.test(parameters.get("FMTTYPE") ?? "") ||
        /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(raw.split(/\s/).at(-1) ?? ""),
    ),
  ];
  for (const { raw, parameters } of candidates) {
    const address = parameters.get("ENCODING") === undefined ? toAddress(raw) : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
};

const timeOf = (properties: Properties, name: string, zones: Zones): string | undefined => {
  const property = firstOf(properties, name);
  const time = property && toTime(property.values[0] ?? "", property, zones);
  return time && onClockOf(time, "UTC");
};

const toCount = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : 0);
