import {
  ANONYMOUS,
  CalendarError,
  type FormatContext,
  isCalendarError,
  isStorageFailure,
  type PluginDeps,
  toWallClock,
  utcText,
  type WebsiteHandler,
  type WebsiteRequest,
} from "@kalends/core/plugin";
import type { IcalendarOptions } from "../../options.ts";
import { createCalendarFormat } from "../calendar-format.ts";
import { isNewsRequest, redirectNews } from "./legacy-news.ts";
import { isCalendarRequest, legacyPlaceOf } from "./legacy-place.ts";
import { filtersOf, knownPairs, windowOf } from "./legacy-query.ts";
import { redirectTo } from "./legacy-redirects.ts";
import { subjectOf } from "./legacy-subject.ts";

/**
 * Creates the handler for feed URLs of the previous calendar software, which many people still subscribe to.
 * Page URLs with `?ical=1` return the same iCalendar files as the API. Old news feed URLs are redirected.
 */
export const createLegacyHandler = (options: IcalendarOptions, deps: PluginDeps): WebsiteHandler => {
  const format = createCalendarFormat(options, deps);
  return {
    pure: true,
    isFor: (request) => isCalendarRequest(request) || isNewsRequest(request),
    async handle(request) {
      if (!isCalendarRequest(request)) return redirectNews(request);
      const place = legacyPlaceOf(request);
      if (place === undefined) return undefined;
      const { query, present, home, path } = request;
      const subject = place.target && (await orNotFound(subjectOf(place.target, deps)));
      const moved = subject && place.target && movedTo(subject, place.target, present);
      if (moved !== undefined) return redirectTo(moved, request);
      const { clock, site } = deps;
      const today = toWallClock(utcText(clock.now()), site.timezone).slice(0, 10);
      const listQuery = subject?.kind === "event" ? {} : { ...windowOf(place, today), ...filtersOf(query) };
      const events = await deps.calendar
        .as("anonymous")
        .events.feed(listQuery, { ...(subject && { subject }) });
      const address = `${home}${path}?${new URLSearchParams(knownPairs(query))}`;
      const context = { present, address, subject, actor: ANONYMOUS };
      return {
        type: format.mediaType,
        // The API also sends `X-Robots-Tag` with these files.
        headers: { ...format.headers?.({}, context), "X-Robots-Tag": "noindex" },
        key: events.key && JSON.stringify([address, events.key]),
        write: () => format.write(events, {}, context),
      };
    },
  };
};

/**
 * Returns the address of the page of a record, if the request named another record that was merged into it.
 * Source: rules/merging.md#old-addresses.
 */
const movedTo = (
  subject: NonNullable<FormatContext["subject"]>,
  { id, slug }: NonNullable<WebsiteRequest["page"]>,
  present: WebsiteRequest["present"],
): string | undefined => {
  if (subject.kind === "event") return undefined;
  const [record, url] = recordOf(subject, present);
  const isNamed = slug === undefined ? record.id === id : isSameSlug(record.slug, slug);
  return isNamed ? undefined : url;
};

type Linked = Exclude<NonNullable<FormatContext["subject"]>, { readonly kind: "event" }>;

const recordOf = (
  { kind, view }: Linked,
  present: WebsiteRequest["present"],
): readonly [record: { readonly id: number; readonly slug: string }, url: string] => {
  if (kind === "venue") return [view.venue, present.venueUrl(view.venue)];
  if (kind === "organizer") return [view.organizer, present.organizerUrl(view.organizer)];
  return [view.term, present.termUrl(view)];
};

/** True if two slugs are equal apart from percent-encoding and case. */
const isSameSlug = (one: string, other: string): boolean => decoded(one) === decoded(other);

const decoded = (slug: string): string => {
  try {
    return decodeURIComponent(slug).toLowerCase();
  } catch {
    return slug;
  }
};

/**
 * Replaces the errors for missing and hidden records by the same 404 error, so that the response does not
 * reveal hidden records.
 */
const orNotFound = async <T>(finding: Promise<T>): Promise<T> => {
  try {
    return await finding;
  } catch (error) {
    const isRefused = isCalendarError(error) && !isStorageFailure(error);
    throw isRefused ? new CalendarError("rest-event-not-found") : error;
  }
};
