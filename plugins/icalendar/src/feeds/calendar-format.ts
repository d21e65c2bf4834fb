import { type EventFormat, eventFormat, type FormatContext, type PluginDeps } from "@kalends/core/plugin";
import { type IcalendarOptions, REFRESH_MINUTES } from "../options.ts";
import { english, TEXTS } from "../texts.ts";
import { writeCalendar } from "../write/calendar.ts";
import { createZoneTexts, type ZoneTexts } from "../write/vtimezone.ts";
import { disposition, feedSubject } from "./feed-names.ts";

/**
 * Returns the word that marks cancelled events in titles. It is in the language of the site if a translation
 * exists, otherwise in English.
 */
const cancelledIn = (language: string): string =>
  TEXTS[language.slice(0, 2).toLowerCase()]?.["event.cancelled"] ?? english("event.cancelled");

export interface ExpandValues {
  readonly expand: boolean | undefined;
}

/** Creates the response format that presents events as an iCalendar file (RFC 5545). */
export const createCalendarFormat = (options: IcalendarOptions, deps: PluginDeps): EventFormat => {
  const zones = createZoneTexts();
  return eventFormat<ExpandValues>({
    pure: true,
    mediaType: "text/calendar",
    extension: "ics",
    description: english("format.calendar"),
    parameters: { expand: { description: english("parameter.expand"), type: "boolean" } },
    order: "id",
    expands: ({ expand = false }) => expand,
    headers: (_values, context) => ({
      "Content-Disposition": disposition(feedSubject(context, options, deps.toText).slug, "ics"),
    }),
    write: (events, _values, context) => {
      const { name, page } = feedSubject(context, options, deps.toText);
      return writeCalendar(
        events,
        {
          ...{ name, page, source: context.address, timezone: deps.site.timezone },
          ...{ color: options.color, refreshMinutes: options.refreshMinutes ?? REFRESH_MINUTES },
        },
        { ...writingOf(context, deps, zones), ...markOf(options, deps) },
      );
    },
  });
};

const markOf = (
  { markCancelled = false }: IcalendarOptions,
  { site }: PluginDeps,
): { readonly cancelledMark?: string } =>
  markCancelled ? { cancelledMark: cancelledIn(site.language) } : {};

const writingOf = ({ present }: FormatContext, { site, toText }: PluginDeps, zones: ZoneTexts) => ({
  ...{ present, toText, zones },
  dayCutoff: site.dayCutoff,
  site: site.baseUrl ?? present.site,
});
