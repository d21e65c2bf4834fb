import { lastDayOf } from "../dates/date-texts.ts";
import type { Day } from "../dates/day.ts";
import type { CalendarEvent, EventImage } from "../source/calendar-event.ts";
import { fill } from "../texts/languages.ts";
import { h, hiddenFromScreenReaders, screenReaderOnly } from "./dom.ts";
import { eventLink, statusText, titleOf } from "./event-link.ts";
import { isShown, type ViewContext } from "./view-context.ts";

/** Maximum number of characters of a description in the list. CSS also limits the visible lines. */
const MAX_TEXT = 300;

const isOneDay = ({ start, end }: CalendarEvent): boolean => lastDayOf(start, end) === start.slice(0, 10);

const withZone = (text: string, { zone }: CalendarEvent): string =>
  zone === undefined ? text : `${text} ${zone}`;

/**
 * Returns the time of an event for a list whose headings already show the first day. For an event of several
 * days, returns the range of days.
 */
const timesOf = (event: CalendarEvent, { dates, texts }: ViewContext): string => {
  if (!isOneDay(event)) return dates.dayRange(event.start, event.end);
  return event.isAllDay ? texts.allDay : withZone(dates.timeRange(event.start, event.end), event);
};

/** Returns the date and time of an event. */
export const whenText = (event: CalendarEvent, { dates, texts }: ViewContext): string => {
  const range = dates.range(event.start, event.end, event.isAllDay);
  return event.isAllDay && isOneDay(event) ? `${range}, ${texts.allDay}` : withZone(range, event);
};

/** Creates the badges of an event: for its status, for featured and for recurring events. */
export const badgesOf = (event: CalendarEvent, context: ViewContext): HTMLElement | undefined => {
  const status = statusText(event, context);
  const badges = [
    status === undefined ? undefined : h("span", { part: "status", class: `badge ${event.status}` }, status),
    event.isFeatured ? h("span", { part: "badge", class: "badge" }, context.texts.featured) : undefined,
    event.isRecurring
      ? h(
          "span",
          { part: "badge", class: "badge" },
          hiddenFromScreenReaders("↻"),
          screenReaderOnly(context.texts.recurring),
        )
      : undefined,
  ].filter((badge) => badge !== undefined);
  return badges.length === 0 ? undefined : h("span", { class: "badges" }, ...badges);
};

const shortUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");

/** Creates the credit of an image with its license. Returns `undefined` if the image has neither. */
const creditOf = ({ credit, license, licenseUrl }: EventImage): HTMLElement | undefined => {
  const name = licenseUrl === undefined ? license : shortUrl(licenseUrl);
  const shown = licenseUrl === undefined ? name : h("a", { href: licenseUrl, rel: "license noopener" }, name);
  const between = credit !== "" && name !== "" ? ", " : "";
  return credit + name === ""
    ? undefined
    : h("figcaption", { part: "credit", class: "credit" }, credit + between, shown);
};

/**
 * Creates the image of an event, with its credit beneath. The image removes itself if the web page blocks it
 * or it fails to load.
 */
export const imageOf = ({ image }: CalendarEvent, context: ViewContext): HTMLElement | undefined => {
  if (image === undefined || !isShown(context, "images")) return undefined;
  const { url, alt, width, height, focus } = image;
  const caption = creditOf(image);
  const error = (): void => (figure ?? shown).remove();
  const className = focus && `focus fx${focus.x} fy${focus.y}`;
  const shown = h("img", {
    ...{ part: "image", class: className, alt, loading: "lazy", src: url, width, height, error },
  });
  const figure = caption && h("figure", {}, shown, caption);
  return figure ?? shown;
};

const itemOf = (event: CalendarEvent, context: ViewContext): HTMLElement => {
  const place = [event.venue, event.address].filter((part) => part !== "").join(", ");
  const text = (event.excerpt || event.description).slice(0, MAX_TEXT).replace(/\s+/g, " ");
  return h(
    "li",
    { part: `item ${event.status}`, class: "item" },
    h(
      "div",
      { class: "about" },
      h("p", { class: "time" }, timesOf(event, context), badgesOf(event, context)),
      h(
        "h4",
        {},
        eventLink(event, context, { part: `event ${event.status}`, class: "title" }, titleOf(event)),
      ),
      place === "" ? undefined : h("p", { part: "place", class: "place" }, place),
      text === "" ? undefined : h("p", { part: "excerpt", class: "excerpt" }, text),
    ),
    imageOf(event, context),
  );
};

const headingOf = (day: Day, { dates, today }: ViewContext): string =>
  day.slice(0, 4) === today.slice(0, 4) ? dates.dayOfYear(day) : dates.fullDay(day);

interface ListInput {
  readonly events: readonly CalendarEvent[];
  readonly from: Day;
  /** First day on which events may be missing; `undefined` if all events are loaded. */
  readonly missingFrom: Day | undefined;
}

/**
 * Creates a list of events grouped by day. An event is listed below its first day, or below `from` if it
 * began earlier. A note about days that are not loaded comes last.
 */
export const createEventList = (
  { events, from, missingFrom }: ListInput,
  context: ViewContext,
): HTMLElement => {
  const days = new Map<Day, CalendarEvent[]>();
  for (const event of events) {
    const first = event.start.slice(0, 10);
    const day = first < from ? from : first;
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  const sections = [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, listed]) =>
      h(
        "li",
        { part: "list-day" },
        h(
          "h3",
          { class: day === context.today ? "today" : undefined },
          h("time", { datetime: day }, headingOf(day, context)),
        ),
        h("ul", {}, ...listed.map((event) => itemOf(event, context))),
      ),
    );
  if (missingFrom !== undefined) {
    const first = missingFrom < from ? from : missingFrom;
    const text = fill(context.texts.incompleteFrom, { day: headingOf(first, context) });
    sections.push(h("li", { part: "list-day" }, h("p", { part: "missing", class: "empty" }, text)));
  }
  return sections.length === 0
    ? h("p", { part: "empty", class: "empty" }, context.texts.noEvents)
    : h("ol", { part: "list", class: "list" }, ...sections);
};
