import type { CalendarEvent, EventView, Image, Presenter, WallClock } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../fields.ts";
import { contentLine, listLine, textLine, uriLine } from "./content-line.ts";
import { linkedLines } from "./linked-lines.ts";
import { withAddresses } from "./linked-text.ts";
import { basic, formParameters, type TimeForm, timeValue, utcValue } from "./times.ts";

/** Services and settings for writing a component. */
export interface Writing {
  readonly present: Presenter;
  /** Converts HTML to plain text. */
  readonly toText: (html: string) => string;
  /** Word before the title of a cancelled event, such as `Cancelled`. Absent if titles stay unchanged. */
  readonly cancelledMark?: string;
}

/** Returns the properties of an event, except for those of its identity and its times. */
export const contentLines = (view: EventView, form: TimeForm, writing: Writing): string => {
  const { event, image, categories, tags } = view;
  const { present } = writing;
  const named = [...categories, ...tags].map(({ term }) => term.name);
  return [
    summaryLines(event, writing),
    descriptionLines(event.description, writing),
    linkedLines(view, writing),
    uriLine("URL", present.eventUrl(event)),
    listLine("CATEGORIES", named),
    contentLine("STATUS", STATUSES[event.eventStatus ?? "scheduled"]),
    contentLine("TRANSP", takesTime(event) ? "OPAQUE" : "TRANSPARENT"),
    // Only feeds that need credentials contain private events. CLASS asks programs that import such a feed
    // not to publish the event.
    event.status === "private" ? contentLine("CLASS", "PRIVATE") : "",
    image === undefined ? "" : imageLines(image, present),
    kalendsLines(view, form),
  ].join("");
};

/**
 * Returns SUMMARY. For a cancelled event, it can begin with a mark, because some programs ignore STATUS. The
 * title without the mark is then written to X-KALENDS-TITLE, for imports of this plugin.
 */
const summaryLines = ({ title, eventStatus }: CalendarEvent, { toText, cancelledMark }: Writing): string => {
  const text = toText(title);
  return cancelledMark === undefined || eventStatus !== "cancelled"
    ? textLine("SUMMARY", text)
    : textLine("SUMMARY", `${cancelledMark}: ${text}`) + textLine(KALENDS_PROPERTIES.title, text);
};

/** Returns the description as plain text, and also as HTML for programs that support it. */
const descriptionLines = (description: string, { present, toText }: Writing): string => {
  if (!/[<&]/.test(description)) return textLine("DESCRIPTION", description);
  const html = present.html(description);
  return (
    textLine("DESCRIPTION", toText(withAddresses(html, toText))) +
    textLine("X-ALT-DESC", html.trim(), { FMTTYPE: "text/html" })
  );
};

const STATUSES: Readonly<Record<NonNullable<CalendarEvent["eventStatus"]>, string>> = {
  scheduled: "CONFIRMED",
  cancelled: "CANCELLED",
  postponed: "TENTATIVE",
  rescheduled: "CONFIRMED",
  moved_online: "CONFIRMED",
};

const takesTime = ({ schedule, eventStatus }: CalendarEvent): boolean =>
  !schedule.allDay && eventStatus !== "cancelled" && eventStatus !== "postponed";

/** Returns IMAGE (RFC 7986) for programs that support it, and ATTACH for other programs. */
const imageLines = (image: Image, present: Presenter): string => {
  const address = present.imageUrl(image);
  const type = { FMTTYPE: image.mimeType };
  return (
    uriLine("IMAGE", address, { VALUE: "URI", DISPLAY: "BADGE", ...type }) + uriLine("ATTACH", address, type)
  );
};

/** Returns the X-KALENDS properties. README.md describes them. */
const kalendsLines = ({ event, categories, tags }: EventView, form: TimeForm): string => {
  const { eventStatus, previousStart, schedule } = event;
  const flag = (name: string, value: boolean, usual: boolean): string =>
    value === usual ? "" : contentLine(name, value ? "TRUE" : "FALSE");
  const hasOtherStatus =
    eventStatus !== undefined && eventStatus !== "scheduled" && eventStatus !== "cancelled";
  return [
    form.tzid === schedule.timezone ? "" : textLine(KALENDS_PROPERTIES.timezone, schedule.timezone),
    listLine(KALENDS_PROPERTIES.cost, event.cost.values),
    event.website === undefined ? "" : uriLine(KALENDS_PROPERTIES.website, event.website),
    textLine(KALENDS_PROPERTIES.excerpt, event.excerpt),
    listLine(KALENDS_PROPERTIES.categories, slugsOf(categories)),
    listLine(KALENDS_PROPERTIES.tags, slugsOf(tags)),
    flag(KALENDS_PROPERTIES.featured, event.featured, false),
    flag(KALENDS_PROPERTIES.sticky, event.sticky, false),
    flag(KALENDS_PROPERTIES.hidden, event.hideFromListings, false),
    flag(KALENDS_PROPERTIES.showMap, event.showMap, true),
    flag(KALENDS_PROPERTIES.showMapLink, event.showMapLink, true),
    hasOtherStatus ? textLine(KALENDS_PROPERTIES.eventStatus, eventStatus) : "",
    textLine(KALENDS_PROPERTIES.statusReason, event.statusReason ?? ""),
    previousStart === undefined ? "" : previousLine(previousStart, form),
  ].join("");
};

/**
 * Returns the property with the start before the event was rescheduled, in the same form as its other times.
 * If an all-day event had a start time before, that time is written without a time zone.
 */
const previousLine = (start: WallClock, form: TimeForm): string =>
  form.kind === "date" && !start.endsWith("00:00:00")
    ? contentLine(KALENDS_PROPERTIES.previousStart, basic(start))
    : contentLine(KALENDS_PROPERTIES.previousStart, timeValue(start, form), formParameters(form));

const slugsOf = (terms: EventView["categories"]): readonly string[] => terms.map(({ term }) => term.slug);

/** Returns UID, SEQUENCE and the times of creation and last change. */
export const identityLines = (
  { modifiedUtc, dateUtc }: CalendarEvent,
  { uid, sequence }: { readonly uid: string; readonly sequence: number },
): string => {
  const modified = utcValue(modifiedUtc);
  return [
    textLine("UID", uid),
    contentLine("DTSTAMP", modified),
    contentLine("LAST-MODIFIED", modified),
    // The creation date of a draft can be empty.
    dateUtc.startsWith("0000") ? "" : contentLine("CREATED", utcValue(dateUtc)),
    contentLine("SEQUENCE", String(sequence)),
  ].join("");
};
