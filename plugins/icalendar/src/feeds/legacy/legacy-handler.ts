import {
  ANONYMOUS,
  CalendarError,
  isCalendarError,
  isStorageFailure,
  type PluginDeps,
  toWallClock,
  utcText,
  type WebsiteHandler,
} from "@kalends/core/plugin";
import type { IcalendarOptions } from "../../options.ts";
import { createCalendarFormat } from "../calendar-format.ts";
import { isNewsRequest, redirectNews } from "./legacy-news.ts";
import { isCalendarRequest, legacyPlaceOf } from "./legacy-place.ts";
import { filtersOf, knownPairs, windowOf } from "./legacy-query.ts";
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
        // The API also sends this header with the files.
        headers: { ...format.headers?.({}, context), "X-Robots-Tag": "noindex" },
        key: events.key && JSON.stringify([address, events.key]),
        write: () => format.write(events, {}, context),
      };
    },
  };
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
