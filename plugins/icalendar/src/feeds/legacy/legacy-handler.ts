import {
  ANONYMOUS,
  CalendarError,
  type Contribution,
  type FormatSubject,
  isCalendarError,
  isStorageFailure,
  type PageTarget,
  type PluginDeps,
  toWallClock,
  utcText,
  type WebsiteHandler,
} from "@kalends/core/plugin";
import type { IcalendarOptions } from "../../options.ts";
import { createCalendarFormat } from "../calendar-format.ts";
import { isAskedForCalendar, legacyPlaceOf } from "./legacy-place.ts";
import { filtersOf, knownPairs, windowOf } from "./legacy-query.ts";

/**
 * The addresses that subscribers of the calendar that was here before have: pages with `?ical=1`. They are answered as files of the interface
 * are, for visitors.
 */
export const createLegacyHandler =
  (options: IcalendarOptions): Contribution<WebsiteHandler> =>
  (deps) => {
    const format = createCalendarFormat(options)(deps);
    return {
      pure: true,
      isFor: isAskedForCalendar,
      async handle(request) {
        if (!isAskedForCalendar(request)) return undefined;
        const place = legacyPlaceOf(request);
        if (place === undefined) return undefined;
        const { query, present, home, path } = request;
        const subject = place.target && (await foundOr404(subjectOf(place.target, deps)));
        const { clock, site } = deps;
        const today = toWallClock(utcText(clock.now()), site.timezone).slice(0, 10);
        const asked = subject?.kind === "event" ? {} : { ...windowOf(place, today), ...filtersOf(query) };
        const events = await deps.eventsAs(ANONYMOUS, asked, { ...(subject && { subject }) });
        const address = `${home}${path}?${new URLSearchParams(knownPairs(query))}`;
        const context = { present, address, subject, actor: ANONYMOUS };
        return {
          type: format.mediaType,
          // As on everything under the REST root, where the same files are.
          headers: { ...format.headers?.({}, context), "X-Robots-Tag": "noindex" },
          write: () => format.write(events, {}, context),
        };
      },
    };
  };

/** What is not there and what is not for visitors are alike. */
const foundOr404 = async <T>(finding: Promise<T>): Promise<T> => {
  try {
    return await finding;
  } catch (error) {
    const isRefused = isCalendarError(error) && !isStorageFailure(error);
    throw isRefused ? new CalendarError("rest-event-not-found") : error;
  }
};

/** As a visitor sees it. */
const subjectOf = async (
  { kind, slug, id }: PageTarget,
  { servicesAs, repositories }: PluginDeps,
): Promise<FormatSubject> => {
  const services = servicesAs(ANONYMOUS);
  const target = slug ?? id ?? 0;
  switch (kind) {
    case "event":
      return { kind, view: await services.getEvent(target) };
    case "venue":
      return { kind, view: await services.getVenue(target) };
    case "organizer":
      return { kind, view: await services.getOrganizer(target) };
    default: {
      const term = slug === undefined ? id : (await repositories.terms.findBySlug(kind, slug))?.id;
      if (term === undefined) throw new CalendarError("rest-event-not-found");
      const view = await (kind === "category" ? services.getCategory(term) : services.getTag(term));
      return { kind, view };
    }
  }
};
